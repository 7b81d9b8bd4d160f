import {
  canEverRead,
  reachOf,
  rightsFor,
  rolesWith,
  transitionsOf,
  type Entity,
  type Model,
  type Node,
  type OutRequest,
  type Rights,
  type Transition,
} from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';
import { pathOf } from '../../reasoning/leaf.ts';
import { sourcesOf } from '../../expressions/sources.ts';
import { fieldsOfTitle, isShownInTitle } from './seen-titles.ts';

/** Outgoing calls that send a field which a role, by firing the transition, sends without ever reading it. */
export function checkSentValues(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities))
    for (const transition of transitionsOf(entity).values())
      for (const effect of transition.effects) {
        const { calls } = reachOf(effect);
        if (calls === null) continue;
        for (const role of transition.by) checkSender(ctx, model, { entity, transition, ...calls, role });
      }
}

/** A call that a role makes by firing a transition. */
interface Sending {
  readonly entity: Entity;
  readonly transition: Transition;
  readonly id: string;
  readonly request: OutRequest;
  readonly role: string;
}

function checkSender(ctx: Context, model: Model, sending: Sending): void {
  const spot = ctx.spots.get(`call out.${sending.id}`);
  const name = closedField(model, sending);
  if (spot && name !== null) ctx.report('NF0440', spot, { name, role: sending.role });
}

/** The first field that the call sends and the role never sees, of the record or behind its references; null where there is none. */
function closedField(model: Model, { entity, transition, request, role }: Sending): string | null {
  const rights = rightsFor(model, rolesWith(model, [role]));
  const { url, headers, body } = request;
  const sent = [url, ...Object.values(headers), ...Object.values(body)].flatMap(({ tree }) => tree ?? []);
  for (const { of, name, holder } of sent.flatMap((tree) => sourcesOf(tree, model))) {
    const isOwn = of === entity && ['record', 'line'].includes(pathOf(holder) ?? '');
    const isKnown = isOwn
      ? transition.id === 'create' && gives(rights, entity, name)
      : isShownInTitle(rights, of, name);
    if (canEverRead(rights, of, name) || isKnown) continue;
    return isOwn ? name : `${of.id}.${name}`;
  }
  return sent.flatMap((tree) => unseenTitle(model, rights, tree) ?? [])[0] ?? null;
}

/** Whether the role gives a new record this field, so that it knows what it sends. */
function gives(rights: Rights, { id }: Entity, field: string): boolean {
  return rights.grants(id).some(({ verbs, fields }) => verbs.create !== undefined && fields[field]?.create === true);
}

/** The part of a title that goes with a reference, and the role never sees; null where it sees all. */
function unseenTitle({ entities }: Model, rights: Rights, { type }: Node): string | null {
  const one = type.kind === 'list' ? type.of : type;
  const target = one.kind === 'record' ? entities[one.entity] : undefined;
  const closed = target && fieldsOfTitle(target).find((field) => !isShownInTitle(rights, target, field));
  return closed === undefined ? null : `${target?.id ?? ''}.${closed}`;
}
