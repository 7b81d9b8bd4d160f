import {
  canEver,
  effectsOf,
  reachOf,
  rightsFor,
  rolesGiving,
  rolesWith,
  type EffectReach,
  type Entity,
  type Model,
} from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';

/** Whom an effect tells, and the key of the text that they are told. */
type Notice = NonNullable<EffectReach['tells']>;

/** Notifications that reach nobody: those for whoever acts, and those for roles that never read the record. */
export function checkNotices(ctx: Context, model: Model): void {
  for (const [entity, notice] of noticesOf(model)) {
    const spot = ctx.spots.get(`notify ${notice.text}`);
    if (spot && isForNobody(model, entity, notice)) ctx.report('NF0435', spot, { name: notice.to.source });
  }
}

/** The notifications of a model, with the entities whose records they are of. */
export function noticesOf({ entities }: Model): readonly (readonly [Entity, Notice])[] {
  return Object.values(entities).flatMap((entity) =>
    effectsOf(entity).flatMap((effect): readonly (readonly [Entity, Notice])[] => {
      const { tells } = reachOf(effect);
      return tells === null ? [] : [[entity, tells]];
    }),
  );
}

function isForNobody(model: Model, entity: Entity, notice: Notice): boolean {
  const { tree, type } = notice.to;
  if (type.kind === 'null') return true;
  if (tree?.node === 'variable' && tree.name === 'user') return true;
  return readersOf(model, entity, notice).length === 0;
}

/** The roles of which one person may be told: those with which somebody ever reads the record, and of `users_with(role)` those that give it. */
export function readersOf(model: Model, { id }: Entity, { to: { reads } }: Notice): readonly string[] {
  const named = reads.map((path) => /^users_with\.([^.]+)/.exec(path)?.[1] ?? null);
  const asked = named.flatMap((role) => (role === null ? [] : [rolesGiving(model, role)]));
  const isOpen = named.length === 0 || named.includes(null) || asked.includes(null);
  const roles = isOpen ? Object.keys(model.roles) : [...new Set(asked.flatMap((one) => one ?? []))];
  return roles.filter((role) => canEver(rightsFor(model, rolesWith(model, [role])), id, 'read'));
}
