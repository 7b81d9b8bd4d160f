import { type Entity, type Expression, type InCall, transitionsOf, type Transition } from '@ninefold/model';
import { isSlip } from '../../expressions/schema/nearest.ts';
import type { LocatedMap } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { conditionOf, expressionOf, isWrittenAsExpression, type ExpressionPlace } from '../reading/expressions.ts';
import { KEYS } from '../reading/keys.ts';
import { get, knownNames, mapAt, type Name, nameAt, required, unknown } from '../reading/read.ts';
import { own } from '../reading/tree.ts';
import type { CallsPlace } from './calls.ts';
import { effectValues } from './effects.ts';
import { fieldValues } from './transition-parts.ts';
import { secretOf } from './secrets.ts';

/** Says what is found by `find`: `updates` and `fires` only. */
const OF_FOUND = ['find', 'fires'] as const;

/** A call by which another system creates a record, or changes or fires the one that `find` finds. */
export function inCall(ctx: Context, id: string, map: LocatedMap, { entities }: CallsPlace): InCall | null {
  const [secret, entity] = [
    required(ctx, map, 'secret') ? secretOf(ctx, map, `in.${id}`) : null,
    entityOf(ctx, map, entities),
  ];
  if (entity === null) return null;
  const isNew = map.entries.has('creates');
  for (const key of OF_FOUND) {
    const entry = map.entries.get(key);
    if (entry && isNew) ctx.report('NF0112', entry.keySpot, { first: 'creates', second: key });
  }
  if (!isNew && !required(ctx, map, 'find')) return null;
  const body: ExpressionPlace = { variables: { body: { kind: 'null' } } };
  const found: ExpressionPlace = { variables: { ...body.variables, record: { kind: 'record', entity: entity.id } } };
  const find = isNew ? null : conditionOf(ctx, get(map, 'find'), { ...found, guarded: true, asRows: true });
  const fires = isNew ? null : nameAt(ctx, map, 'fires');
  const fired = fires && firedBy(ctx, fires, entity);
  const [as = null] = knownNames(ctx, 'NF0203', [nameAt(ctx, map, 'as')].filter(isThere), ctx.names.roles);
  if (fires !== null && fired === null) return null; // what its map answers is not known
  if (as === null && isMeant(map, 'as')) return null; // with whose rights it acts is not known
  const answers = fired?.input ?? {};
  const { input, values } = parted(mapAt(ctx, map, 'map'), answers);
  const place = isNew ? body : found;
  const call = {
    ...{ id, entity: entity.id, find, fires: fired?.id ?? null, key: keyOf(ctx, map, body), as },
    was: nameAt(ctx, map, 'was')?.text ?? null,
    values: effectValues(ctx, values, entity.fields, place),
    input: fieldValues(ctx, input, answers, place),
  };
  return secret === null || (!isNew && find === null) ? null : { ...call, secret };
}

/** Whether a key stands in the map, or one that is not known and may be meant as it: `aas` may be `as` or `was`. */
function isMeant(map: LocatedMap, meant: string): boolean {
  const others = new Set<string>(KEYS.inCall.filter((key) => key !== meant));
  return [...map.entries.keys()].some((key) => isSlip(key, meant) && !others.has(key));
}

function isThere(name: Name | null): name is Name {
  return name !== null;
}

function entityOf(ctx: Context, map: LocatedMap, entities: CallsPlace['entities']): Entity | null {
  const [creates, updates] = [map.entries.get('creates'), map.entries.get('updates')];
  if (creates && updates) ctx.report('NF0112', updates.keySpot, { first: 'creates', second: 'updates' });
  const key = updates && !creates ? 'updates' : 'creates';
  const name = required(ctx, map, key) ? nameAt(ctx, map, key) : null;
  if (name === null) return null;
  const entity = own(entities, name.text);
  if (!entity) unknown(ctx, 'NF0201', name, Object.keys(entities));
  return entity ?? null;
}

/** Null where there is no such transition, or where it is wrong itself. */
function firedBy(ctx: Context, name: Name, entity: Entity): Transition | null {
  const cycles = [entity.id, ...ctx.names.stateFields(entity.id).map((field) => `${entity.id}.${field}`)];
  const known = cycles.flatMap((cycle) => ctx.names.transitions(cycle)).filter((id) => id !== 'create');
  if (!known.includes(name.text)) unknown(ctx, 'NF0208', name, known);
  return name.text === 'create' ? null : (transitionsOf(entity).get(name.text) ?? null);
}

/** Without it each call would be the same as the one before. */
function keyOf(ctx: Context, map: LocatedMap, place: ExpressionPlace): Expression | null {
  const node = get(map, 'key');
  if (node === null) return null;
  if (isWrittenAsExpression(node)) return expressionOf(ctx, node, { ...place, expects: 'text' });
  ctx.report('NF0301', node.spot, { type: 'text', form: 'expression' });
  return null;
}

/** The answers to a form, and the values of fields. No name is both. */
function parted(
  map: LocatedMap | null,
  answers: Transition['input'],
): { readonly input: LocatedMap | null; readonly values: LocatedMap | null } {
  if (map === null) return { input: null, values: null };
  const isAnswer = (name: string): boolean => Object.hasOwn(answers, name);
  const entries = [...map.entries];
  return {
    input: { ...map, entries: new Map(entries.filter(([name]) => isAnswer(name))) },
    values: { ...map, entries: new Map(entries.filter(([name]) => !isAnswer(name))) },
  };
}
