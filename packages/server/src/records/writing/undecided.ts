import type { Entity, LimitEntry, Model } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';

/** What a rule leaves open on the server is refused: it reads a limit that is not shown, or something is wrong with us. */
export function refuseUndecided(model: Model, entity: Entity, codes: readonly string[]): void {
  const [code] = codes;
  if (code === undefined) return;
  const rules = entity.rules.filter(({ error }) => codes.includes(error));
  const limit = hiddenLimit(
    model,
    rules.flatMap(({ when, check }) => [...(when?.reads ?? []), ...check.reads]),
  );
  if (limit !== null) throw new Refusal('limit_not_shown', { params: { limit } });
  throw new Error(`the rule ${code} of ${entity.id} cannot be decided: it reads what was not loaded`);
}

/** The first limit among these paths whose value is not shown. */
export function hiddenLimit(model: Model, paths: readonly string[]): string | null {
  const names = paths.flatMap((path) => /^limits\.([a-z0-9_]+)/.exec(path)?.[1] ?? []);
  const isHidden = ({ value, dated }: LimitEntry): boolean => value === null && dated.length === 0;
  return names.find((name) => model.limits[name] && isHidden(model.limits[name])) ?? null;
}
