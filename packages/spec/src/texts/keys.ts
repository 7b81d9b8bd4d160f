import { isLines, type Model } from '@ninefold/model';
import { nearest } from '../expressions/schema/nearest.ts';

/**
 * The key under which a text is kept for the one under which it is written: groups of the menu stand below `screens` in a
 * specification, and rules of lines below the lines of their entity.
 */
export function keptKey({ entities }: Model, key: string): string {
  const [point, id = '', ...rest] = key.split('.');
  if (point === 'screens' && id === 'menu' && rest.length > 0) return ['menu', ...rest].join('.');
  const [lines = '', rule, ...leaf] = rest;
  const entity = point === 'rules' && Object.hasOwn(entities, id) ? entities[id] : undefined;
  const field = entity && Object.hasOwn(entity.fields, lines) ? entity.fields[lines] : undefined;
  const isRule = isLines(field) && entity?.rules.some((one) => one.id === rule && one.lines === lines);
  return isRule ? ['rules', id, rule, ...leaf].join('.') : key;
}

/** Whether a text may belong to something that is not shown yet. */
export function isOfOpen({ notShown }: Model, key: string): boolean {
  return notShown.some(({ place }) => place.includes('.') && key.startsWith(`${place.replace(/\.more$/, '')}.`));
}

/** The known key that differs from a mistyped one in one step of the path; empty where there is none. */
export function nearestKey(key: string, known: ReadonlySet<string>): string {
  const steps = key.split('.');
  const below = new Map<string, Set<string>>();
  for (const one of known) {
    const path = one.split('.');
    path.forEach((step, index) => {
      const above = path.slice(0, index).join('.');
      below.set(above, (below.get(above) ?? new Set()).add(step));
    });
  }
  const wrong = steps.findIndex((step, index) => below.get(steps.slice(0, index).join('.'))?.has(step) !== true);
  const siblings = [...(below.get(steps.slice(0, wrong).join('.')) ?? [])];
  const fits = siblings.filter((step) => known.has(steps.with(wrong, step).join('.')));
  const near = wrong === -1 ? '' : nearest(steps[wrong] ?? '', fits);
  return near === '' ? '' : steps.with(wrong, near).join('.');
}
