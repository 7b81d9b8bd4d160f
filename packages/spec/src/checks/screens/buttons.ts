import {
  isGivable,
  rolesWith,
  type Entity,
  type Lifecycle,
  type Model,
  type Transition,
  cyclesOf,
} from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';

/** Words about the button of a transition that change nothing, and fields that its dialog asks of people who may not change them. */
export function checkButtons(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    for (const { lifecycle } of cyclesOf(entity)) {
      for (const transition of Object.values(lifecycle.transitions)) {
        checkWords(ctx, entity.id, transition);
        for (const field of transition.asks) checkAsked(ctx, model, { entity, lifecycle, transition }, field);
      }
    }
  }
}

const WORDS = ['asks', 'optional', 'hidden'] as const;

/** What nobody presses has no button. What has no guard is never hidden. */
function checkWords(ctx: Context, entity: string, { id, by, timer, when, hidden }: Transition): void {
  const isPressed = id !== 'create' && timer === null && by.length > 0;
  for (const word of WORDS) {
    const spot = ctx.spots.get(`${word} ${entity}.${id}`);
    const isIdle = !isPressed || (word === 'hidden' && hidden && when === null);
    if (spot && isIdle) ctx.report('NF0422', spot, { name: id, key: word });
  }
}

interface Asking {
  readonly entity: Entity;
  readonly lifecycle: Lifecycle;
  readonly transition: Transition;
}

/** One of the roles that fire the transition has to be able to change the field in one of the states that it leaves. */
function checkAsked(ctx: Context, model: Model, { entity, lifecycle, transition }: Asking, id: string): void {
  const field = entity.fields[id];
  const spot = ctx.spots.get(`asks ${entity.id}.${transition.id}`);
  if (!field || !spot) return;
  const states = transition.from.flatMap((from) => lifecycle.states[from] ?? []);
  const isOpen = (roles: readonly string[]): boolean =>
    states.some(({ locked, editableBy }) => {
      if (locked && !field.editableWhenLocked) return false;
      return editableBy === null || editableBy.some((role) => roles.includes(role));
    });
  const able = transition.by.some((role) =>
    Object.keys(model.roles)
      .map((each) => rolesWith(model, [each]))
      .some((held) => held.includes(role) && isOpen(held) && mayChange(model, held, entity.id, id)),
  );
  if (!isGivable(field) || !able) ctx.report('NF0421', spot, { name: transition.id, field: id });
}

function mayChange(model: Model, roles: readonly string[], entity: string, field: string): boolean {
  return roles
    .flatMap((role) => model.roles[role]?.grants ?? [])
    .some(
      (grant) => grant.entity === entity && grant.verbs.update !== undefined && grant.fields[field]?.update === true,
    );
}
