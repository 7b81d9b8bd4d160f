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
} from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';
import { pathOf } from '../../reasoning/leaf.ts';
import { sourcesOf } from '../../expressions/sources.ts';
import { actsTo, type ActsTo } from './senders.ts';
import { fieldsOfTitle, isShownInTitle } from './seen-titles.ts';

/** Outgoing calls that send a field which a role, by what it does, sends without ever reading it. */
export function checkSentValues(ctx: Context, model: Model): void {
  const calls = sentIn(model);
  if (calls.length === 0) return;
  const acts = actsTo(model);
  for (const id of new Set(calls.map((call) => call.id))) {
    const spot = ctx.spots.get(`call out.${id}`);
    const made = calls.filter((call) => call.id === id);
    for (const role of spot ? Object.keys(model.roles) : []) {
      const found = firstOf(made, (call) => sentBy(model, acts, call, role));
      if (spot && found !== null) ctx.report('NF0440', spot, { ...found, role });
    }
  }
}

/** A call that a transition or a reaction makes. */
interface Sent {
  readonly id: string;
  readonly request: OutRequest;
  readonly entity: Entity;
  /** `ticket.solve` */
  readonly step: string;
}

function sentIn({ entities }: Model): readonly Sent[] {
  return Object.values(entities).flatMap((entity) =>
    [...transitionsOf(entity).values(), ...entity.reactions].flatMap(({ id: name, effects }) =>
      effects.flatMap((effect): readonly Sent[] => {
        const { calls } = reachOf(effect);
        return calls === null ? [] : [{ ...calls, entity, step: `${entity.id}.${name}` }];
      }),
    ),
  );
}

function firstOf<T, F>(all: readonly T[], find: (one: T) => F | null): F | null {
  for (const one of all) {
    const found = find(one);
    if (found !== null) return found;
  }
  return null;
}

/** What the call sends that the role never sees, and the act of the role that leads to it; null where there is nothing. */
function sentBy(
  model: Model,
  acts: ActsTo,
  call: Sent,
  role: string,
): { readonly name: string; readonly step: string } | null {
  const rights = rightsFor(model, rolesWith(model, [role]));
  if (closedField(model, rights, call, false) === null) return null;
  return firstOf(acts(role, call.step), ({ name: step, makes, starts }) => {
    const isMaker = makes === call.entity && starts.includes(call.step);
    const name = closedField(model, rights, call, isMaker);
    return name === null ? null : { name, step };
  });
}

/** The first field that the call sends and the role never sees, of the record or behind its references; null where there is none. */
function closedField(model: Model, rights: Rights, { entity, request }: Sent, isMaker: boolean): string | null {
  const { url, headers, body } = request;
  const sent = [url, ...Object.values(headers), ...Object.values(body)].flatMap(({ tree }) => tree ?? []);
  for (const { of, name, holder } of sent.flatMap((tree) => sourcesOf(tree, model))) {
    const isOwn = of === entity && ['record', 'line'].includes(pathOf(holder) ?? '');
    const isKnown = isOwn ? isMaker && gives(rights, entity, name) : isShownInTitle(rights, of, name);
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
