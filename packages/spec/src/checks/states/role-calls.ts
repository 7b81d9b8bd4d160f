import {
  canEver,
  canEverRead,
  cycleField,
  isManyReferences,
  isOneReference,
  rightsFor,
  rolesWith,
  transitionsOf,
  type Condition,
  type Entity,
  type Grant,
  type InCall,
  type Model,
  type Rights,
  type Transition,
} from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';
import { decide } from '../../reasoning/decide.ts';
import { withoutUser } from '../../reasoning/promises/by-system.ts';
import { sourcesOf } from '../../expressions/sources.ts';
import { filledBy } from './in-calls.ts';

/** Incoming calls that do what their role may not do: by hand, or since whatever asks for `user` holds for nobody. */
export function checkRoleCalls(ctx: Context, model: Model): void {
  for (const call of Object.values(model.calls.in)) {
    const entity = model.entities[call.entity];
    const spot = ctx.spots.get(`call in.${call.id}`);
    if (!entity || !spot || call.as === null) continue;
    const name = closedTo({ model, call, entity, rights: rightsFor(model, rolesWith(model, [call.as])) });
    if (name !== null) ctx.report('NF0443', spot, { name, role: call.as });
  }
}

/** A call with the rights of its role. */
interface Made {
  readonly model: Model;
  readonly call: InCall;
  readonly entity: Entity;
  readonly rights: Rights;
}

/** What the role may never do of a call: its verb, its transition, or one of its fields; null where there is nothing. */
function closedTo(made: Made): string | null {
  const { call, entity, rights } = made;
  const grants = rights.grants(entity.id);
  const open = (verb: 'read' | 'create' | 'update'): readonly Grant[] =>
    grants.filter(({ verbs }) => holdsForNobody(made, verbs[verb]));
  if (call.find !== null && open('read').length === 0) return 'read';
  const transition = transitionsOf(entity).get(call.find === null ? 'create' : (call.fires ?? ''));
  if (transition && !mayFire(made, transition)) return transition.id;
  const verb = call.find === null ? 'create' : 'update';
  if ((call.fires === null || call.values.length > 0) && open(verb).length === 0) return verb;
  const closed = call.values.find(({ field }) => !open(verb).some(({ fields }) => fields[field]?.[verb] === true));
  if (closed) return closed.field;
  const unseen = unseenBy(made);
  if (unseen !== null) return unseen;
  const mayRefer = (to: string): boolean => canEver(rights, to, 'refer') || canEver(rights, to, 'read');
  return (
    filledBy(call, entity, ({ value: { tree } }) => tree?.node !== 'literal' || tree.value !== null).find(
      (field) => (isOneReference(field) || isManyReferences(field)) && !mayRefer(field.to),
    )?.id ?? null
  );
}

/** The first field by which the call finds its record, or that it copies from there, and the role never reads; null where there is none. */
function unseenBy({ model, call, entity, rights }: Made): string | null {
  const copied = call.values.flatMap((value) => ('lines' in value ? value.lines.flat() : [value]));
  const trees = [call.find, ...[...copied, ...call.input].map(({ value }) => value)].flatMap((one) => one?.tree ?? []);
  for (const { of, name } of trees.flatMap((tree) => sourcesOf(tree, model))) {
    if (canEverRead(rights, of, name)) continue;
    return of === entity ? name : `${of.id}.${name}`;
  }
  return null;
}

/** Whether a call with these rights ever fires the transition: it has a role of it, knows its state, and its guard asks nobody. */
function mayFire(made: Made, { id, by, when, approvals }: Transition): boolean {
  const { entity, rights } = made;
  const isAnybodys = id === 'create' && by.length === 0;
  if (approvals !== null || !(isAnybodys || by.some((role) => rights.roles.includes(role)))) return false;
  if (id !== 'create' && !canEverRead(rights, entity, cycleField(entity, id))) return false;
  return when === null || holdsForNobody(made, when);
}

/** Whether a condition may hold where `user` is blank; undefined: it is not granted at all. */
function holdsForNobody({ model, entity }: Made, condition: Condition | undefined): boolean {
  if (condition === undefined) return false;
  if (condition === true || condition.tree === null) return true;
  const goals = [{ tree: withoutUser(condition.tree), holds: true }];
  return decide({ model, entity: entity.id, goals }).verdict !== 'impossible';
}
