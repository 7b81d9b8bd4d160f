import {
  canEverRead,
  expressionsOf,
  reachOf,
  rightsFor,
  rolesWith,
  stepsOf,
  transitionsOf,
  type Effect,
  type Entity,
  type Model,
} from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';

/** Outgoing calls that send a field which a role, by firing the transition, sends without ever reading it. */
export function checkSentValues(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities))
    for (const { by, effects } of transitionsOf(entity).values())
      for (const effect of effects) {
        const { calls } = reachOf(effect);
        if (calls !== null) for (const role of by) checkSender(ctx, model, { entity, effect, call: calls.id, role });
      }
}

/** A call that a role makes by firing a transition. */
interface Sending {
  readonly entity: Entity;
  readonly effect: Effect;
  readonly call: string;
  readonly role: string;
}

function checkSender(ctx: Context, model: Model, sending: Sending): void {
  const spot = ctx.spots.get(`call out.${sending.call}`);
  const name = closedField(model, sending);
  if (spot && name !== null) ctx.report('NF0440', spot, { name, role: sending.role });
}

/** The first field of the record that the call reads and the role never does; null where there is none. */
function closedField(model: Model, { entity, effect, role }: Sending): string | null {
  const rights = rightsFor(model, rolesWith(model, [role]));
  const read = expressionsOf(effect).flatMap(({ reads }) => reads);
  const fields = read.flatMap((path) => (path.startsWith('record.') ? (stepsOf(path)[1] ?? []) : []));
  return fields.find((name) => Object.hasOwn(entity.fields, name) && !canEverRead(rights, entity, name)) ?? null;
}
