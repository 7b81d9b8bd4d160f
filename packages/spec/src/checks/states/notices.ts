import {
  canEver,
  reachOf,
  rightsFor,
  rolesGiving,
  rolesWith,
  transitionsOf,
  type EffectReach,
  type Entity,
  type Expression,
  type Model,
  type Transition,
} from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';
import { tellsItself } from './tells-itself.ts';

/** Whom an effect tells, and the key of the text that they are told. */
type Told = NonNullable<EffectReach['tells']>;

/** A notification that a transition or a reaction gives. */
export interface Notice extends Told {
  /** The entity whose records it is of. */
  readonly entity: Entity;
  /** Null: a reaction. */
  readonly transition: Transition | null;
  /** Of a reaction: what holds of its records. */
  readonly when: Expression | null;
}

/** Notifications that reach nobody: those for whoever acts, and those for roles that never read the record. */
export function checkNotices(ctx: Context, model: Model): void {
  for (const notice of noticesOf(model)) {
    const spot = ctx.spots.get(`notify ${notice.text}`);
    if (spot && isForNobody(model, notice)) ctx.report('NF0435', spot, { name: notice.to.source });
  }
}

/** The notifications of a model. */
export function noticesOf({ entities }: Model): readonly Notice[] {
  return Object.values(entities).flatMap((entity) => {
    const steps = [...transitionsOf(entity).values()].map((transition) => ({ ...transition, transition, when: null }));
    const reactions = entity.reactions.map((reaction) => ({ ...reaction, transition: null }));
    return [...steps, ...reactions].flatMap(({ transition, when, effects }) =>
      effects.flatMap((effect): readonly Notice[] => {
        const { tells } = reachOf(effect);
        return tells === null ? [] : [{ ...tells, entity, transition, when }];
      }),
    );
  });
}

function isForNobody(model: Model, notice: Notice): boolean {
  const { to, entity, transition } = notice;
  const { tree, type } = to;
  if (type.kind === 'null' || (tree?.node === 'list' && tree.items.length === 0)) return true;
  if (tree?.node === 'variable' && tree.name === 'user') return true;
  if (readersOf(model, notice).length === 0) return true;
  return transition !== null && tree !== null && tellsItself(model, entity, transition, tree);
}

/** The roles of which one person may be told: those with which somebody ever reads the record, and of `users_with(role)` those that give it. */
export function readersOf(model: Model, { entity, to }: Notice): readonly string[] {
  const named = rolesAsked(to.reads);
  const asked = named.flatMap((role) => (role === null ? [] : [rolesGiving(model, role)]));
  const isOpen = named.length === 0 || named.includes(null) || asked.includes(null);
  const roles = isOpen ? Object.keys(model.roles) : [...new Set(asked.flatMap((one) => one ?? []))];
  return roles.filter((role) => canEver(rightsFor(model, rolesWith(model, [role])), entity.id, 'read'));
}

/** The roles that `users_with` asks for, among what names people; null for anything else. */
export function rolesAsked(reads: readonly string[]): readonly (string | null)[] {
  return reads.map((path) => /^users_with\.([^.]+)/.exec(path)?.[1] ?? null);
}
