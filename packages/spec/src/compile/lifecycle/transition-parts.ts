import {
  type Branch,
  type Field,
  type FieldValue,
  isDrawn,
  isLines,
  type Timer,
  type Transition,
} from '@ninefold/model';
import type { LocatedList, LocatedMap } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { conditionOf, expressionOf, spanOf, type ExpressionPlace } from '../reading/expressions.ts';
import { valueOf } from '../entities/fields.ts';
import { KEYS } from '../reading/keys.ts';
import { get, knownKeys, knownNames, mapAt, mapOf, nameAt, required, things, unknown } from '../reading/read.ts';
import { own } from '../reading/tree.ts';

/** `after: = days(3)` or `at: record.due`, worked out of the record alone: nobody fires it, and no form is filled in. */
export function timerOf(ctx: Context, map: LocatedMap, entity: string): Timer | null {
  const place: ExpressionPlace = { variables: { record: { kind: 'record', entity } } };
  const after = get(map, 'after');
  const at = get(map, 'at');
  for (const key of ['after', 'at'] as const) {
    const entry = map.entries.get(key);
    if (entry && map.entries.has('by')) ctx.report('NF0112', entry.keySpot, { first: 'by', second: key });
  }
  if (after !== null && at !== null) ctx.report('NF0112', at.spot, { first: 'after', second: 'at' });
  if (after !== null) {
    const value = spanOf(ctx, after, place);
    return value === null ? null : { kind: 'after', value };
  }
  const value = expressionOf(ctx, at, place);
  if (value === null || at === null) return null;
  if (value.type.kind === 'datetime' || value.type.kind === 'date') return { kind: 'at', value };
  ctx.reportAny('NF0512', at.spot, { expected: 'datetime', found: value.type.kind });
  return null;
}

/** True where a timer fires the transition, although the timer may be not shown or wrong. */
export function isTimed(map: LocatedMap): boolean {
  return map.entries.has('after') || map.entries.has('at');
}

/** Values for fields of the record itself, in written order. */
export function fieldValues(
  ctx: Context,
  map: LocatedMap | null,
  fields: Readonly<Record<string, Field>>,
  place: ExpressionPlace,
): readonly FieldValue[] {
  const set: FieldValue[] = [];
  for (const [id, { keySpot, value }] of things(map)) {
    const field = own(fields, id);
    if (!field) unknown(ctx, 'NF0202', { text: id, spot: keySpot }, Object.keys(fields));
    else if (field.cycle !== undefined) ctx.report('NF0428', keySpot, { name: id, cycle: field.cycle });
    else if (field.computed !== null || isDrawn(field) || isLines(field)) {
      ctx.report('NF0406', keySpot, { name: id });
    } else {
      const expression = value.kind === 'open' ? null : valueOf(ctx, value, place, field);
      if (expression !== null) set.push({ field: id, value: expression });
    }
  }
  return set;
}

/**
 * What is written although a person is refused. It sees the record as it is then, and who was refused: the answers of the form may be
 * what was wrong. Neither a timer nor an effect leaves anything, and a refused creation leaves no record.
 */
export function onRefusalOf(
  ctx: Context,
  id: string,
  map: LocatedMap,
  { entity, fields }: { readonly entity: string; readonly fields: Readonly<Record<string, Field>> },
): Transition['onRefusal'] {
  const node = mapAt(ctx, map, 'on_refusal');
  if (node === null) return [];
  const entry = map.entries.get('on_refusal');
  if (entry && (id === 'create' || !map.entries.has('by'))) ctx.report('NF0434', entry.keySpot, { name: id });
  knownKeys(ctx, node, KEYS.onRefusal, 'onRefusal');
  required(ctx, node, 'set');
  const place: ExpressionPlace = {
    variables: { record: { kind: 'record', entity }, user: { kind: 'record', entity: 'user' } },
  };
  return fieldValues(ctx, mapAt(ctx, node, 'set'), fields, place);
}

/** Compiles a list of states with conditions. Each but the last needs a condition; the last has none. */
export function branchesOf(
  ctx: Context,
  list: LocatedList,
  at: { readonly key: 'to' | 'state'; readonly states: readonly string[]; readonly place: ExpressionPlace },
): readonly Branch[] {
  return list.items.flatMap((item, index): readonly Branch[] => {
    const map = item.kind === 'scalar' ? null : mapOf(ctx, item);
    if (map !== null)
      knownKeys(ctx, map, at.key === 'to' ? KEYS.branch : KEYS.derived, at.key === 'to' ? 'branch' : 'derived');
    if (map !== null) required(ctx, map, at.key);
    const name = item.kind === 'scalar' ? item : map === null ? null : nameAt(ctx, map, at.key);
    const [to] = name === null ? [] : knownNames(ctx, 'NF0204', [name], at.states);
    const when = map === null ? null : conditionOf(ctx, get(map, 'when'), at.place);
    const isLast = index === list.items.length - 1;
    const hasWhen = map?.entries.has('when') === true;
    if (!isLast && !hasWhen) ctx.report('NF0408', item.spot, { name: name?.text ?? '' });
    if (isLast && hasWhen && at.key === 'state') ctx.report('NF0409', map.entries.get('when')?.keySpot ?? item.spot);
    return to === undefined ? [] : [{ to, when }];
  });
}
