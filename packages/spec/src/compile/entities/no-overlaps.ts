import { applicationError, boundedOf, type Entity, type Field, type NoOverlap } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import { inlineText, type Context } from '../reading/context.ts';
import { conditionOf, type Variables } from '../reading/expressions.ts';
import { isId } from '../reading/ids.ts';
import { KEYS } from '../reading/keys.ts';
import { get, isOpen, knownKeys, knownNames, mapsAt, nameAt, namesAt, unknown } from '../reading/read.ts';
import { own } from '../reading/tree.ts';

/** What the periods of an entity are read against. */
interface Around {
  readonly map: LocatedMap;
  readonly fields: Readonly<Record<string, Field>>;
  readonly record: Variables;
}

/** One period that may not overlap, or a list of them. Each is named once. */
export function noOverlapsOf(ctx: Context, id: string, around: Around): Entity['noOverlaps'] {
  const rules: NoOverlap[] = [];
  for (const map of mapsAt(ctx, around.map, 'no_overlap')) {
    const rule = noOverlapOf(ctx, id, { ...around, map });
    if (rule === null) continue;
    const isTwice = rule.name !== null && rules.some(({ name }) => name === rule.name);
    if (isTwice) ctx.report('NF0602', map.entries.get('name')?.value.spot ?? map.spot, { name: rule.name });
    rules.push(rule);
  }
  return rules;
}

/** Both ends are of one type: days, or moments. */
function noOverlapOf(ctx: Context, id: string, { map, fields, record }: Around): NoOverlap | null {
  knownKeys(ctx, map, KEYS.noOverlap, null);
  const from = timeField(ctx, map, 'from', fields);
  const to = timeField(ctx, map, 'to', fields);
  const per = knownNames(ctx, 'NF0202', namesAt(ctx, map, 'per'), Object.keys(fields));
  const called = callOf(ctx, id, map);
  if (from === null || to === null) return null;
  const isRead = [fields[from], fields[to]].every((field) => field && !ctx.broken.has(field));
  if (isRead && fields[from]?.type !== fields[to]?.type)
    ctx.report('NF0312', map.spot, { name: fields[to]?.type ?? '', expected: fields[from]?.type ?? '' });
  return { from, to, per, when: conditionOf(ctx, get(map, 'when'), { variables: record }), ...called };
}

/** How its refusal is called: by its own `name`, which may have a `message`, or by an entry of the catalogue. */
function callOf(ctx: Context, entity: string, map: LocatedMap): Pick<NoOverlap, 'name' | 'error'> {
  const [name, error] = [nameAt(ctx, map, 'name'), nameAt(ctx, map, 'error')];
  const message = map.entries.get('message');
  if (error !== null) {
    const second = name === null ? message?.keySpot : map.entries.get('name')?.keySpot;
    if (second) ctx.report('NF0112', second, { first: name === null ? 'message' : 'name', second: 'error' });
    const [shared] = knownNames(ctx, 'NF0206', [error], ctx.names.errors);
    return { name: null, error: shared === undefined ? null : applicationError(shared) };
  }
  if (name === null) {
    if (message) ctx.report('NF0109', message.keySpot, { key: 'name' });
    return { name: null, error: null };
  }
  if (!isId(ctx, 'rule', name)) return { name: null, error: null };
  ctx.spots.set(`rule ${entity}.${name.text}`, name.spot);
  inlineText(ctx, `rules.${entity}.${name.text}.message`, get(map, 'message'));
  return { name: name.text, error: applicationError(`${entity}.${name.text}`) };
}

function timeField(
  ctx: Context,
  map: LocatedMap,
  key: 'from' | 'to',
  fields: Readonly<Record<string, Field>>,
): string | null {
  const name = nameAt(ctx, map, key);
  if (name === null) {
    if (!map.entries.has(key) || isOpen(map, key)) ctx.report('NF0109', map.spot, { key });
    return null;
  }
  const field = own(fields, name.text);
  if (!field) unknown(ctx, 'NF0202', name, Object.keys(fields));
  else if (!ctx.broken.has(field) && boundedOf(field.type) !== 'moment')
    ctx.report('NF0312', name.spot, { name: field.type });
  return field ? name.text : null;
}
