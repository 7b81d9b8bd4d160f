import { type Expression, type Field, isOneReference, isReference, partId, type Type } from '@ninefold/model';
import type { Entry, Located, LocatedMap, LocatedScalar } from '../../located.ts';
import type { FieldPlace } from '../field-types/field-place.ts';
import { inlineText, type Context } from '../reading/context.ts';
import {
  entityOf,
  expressionOf,
  type ExpressionPlace,
  isWrittenAsExpression,
  typeOfExpression,
} from '../reading/expressions.ts';
import { isId } from '../reading/ids.ts';
import { KEYS } from '../reading/keys.ts';
import { get, knownKeys, knownNames, nameAt, namesAt, wordAt } from '../reading/read.ts';
import { saysNothing } from '../kinds/says-nothing.ts';
import { referenceDefinition, referencesDefinition } from '../field-types/reference.ts';
import { aboveOf, formerGroup, inputsOf, KEY_SETS, variablesIn } from '../field-types/field-place.ts';
import { withWhole } from './objects.ts';

type Parts = Readonly<Record<string, Field>>;

/** What is said of each part by itself. */
const OF_PARTS = ['index', 'unique', 'inverse', 'on_delete', 'where'];
/** What gives a value, to the part of the entity that it is a record of. */
const GIVING = ['default', 'copy', 'computed'] as const;
/** What needs one entity. */
const OF_ONE = ['find', 'search', 'min', 'max', 'translated', 'example'];
/** What needs one record beside. */
const OF_ONE_RECORD = ['unique', 'index', 'on_delete'];

/** Whether a field is a reference to one of several entities, `to: [user, team]`, or references to records of several. */
export function hasTargets(map: LocatedMap, at: FieldPlace): boolean {
  const [type, to] = [map.entries.get('type')?.value, map.entries.get('to')?.value];
  const word = type?.kind === 'scalar' ? type.text : null;
  const isReference = word === 'reference' || (word === 'references' && at.kind === 'entity');
  return isReference && to?.kind === 'list' && to.items.length > 1;
}

/**
 * A reference to one of several entities: a part for each of them, `whom.user` and `whom.team`, each a reference of its own of
 * which one at most is filled. References have the same parts, each with records of its entity. What is said of the whole is said
 * of each part.
 */
export function buildTargets(ctx: Context, map: LocatedMap, at: FieldPlace): Parts {
  const keys = KEY_SETS[at.kind];
  const isMany = nameAt(ctx, map, 'type')?.text === 'references';
  knownKeys(ctx, map, [...KEYS[keys], ...(isMany ? referencesDefinition : referenceDefinition).keys], keys);
  for (const key of isMany ? [...OF_ONE, ...OF_ONE_RECORD] : OF_ONE) {
    const entry = map.entries.get(key);
    if (entry) ctx.report('NF0317', entry.keySpot, { name: key, type: isMany ? 'references to: […]' : 'to: […]' });
  }
  for (const key of ['label', 'hint']) inlineText(ctx, `${at.textKey}.${key}`, get(map, key));
  const former = nameAt(ctx, map, 'was');
  if (former !== null) isId(ctx, 'field', former);
  for (const name of namesAt(ctx, map, 'dropped'))
    if (isId(ctx, 'field', name))
      ctx.former.dropped.push({ kind: 'field', path: [...aboveOf(at), partId(at.id, name.text)], spot: name.spot });
  const names = namesAt(ctx, map, 'to');
  const targets = [...new Set(knownNames(ctx, 'NF0201', names, ctx.names.entities))];
  const built = at.buildLines(ctx, mapOfParts(ctx, map, targets, at), {
    ...at,
    kind: at.kind === 'entity' ? 'part' : at.kind,
    object: { id: at.id, was: formerGroup(at, former), isTranslated: false },
    isTarget: true,
    id: '',
    textKey: `${at.textKey}.fields`,
  });
  const isDisclosing = map.entries.has('discloses');
  for (const part of Object.keys(built)) if (isDisclosing) ctx.spots.set(`discloses ${at.entity}.${part}`, map.spot);
  const parts = Object.fromEntries(Object.entries(built).map(([id, part]) => [id, besides(part, targets)] as const));
  return withWhole(ctx, valued(ctx, parts, map, at), map, at);
}

/** The part with the entities of the others. */
function besides(part: Field, targets: readonly string[]): Field {
  return isReference(part) ? { ...part, alsoTo: targets.filter((entity) => entity !== part.to) } : part;
}

/** The parts as if each were written. */
function mapOfParts(ctx: Context, map: LocatedMap, targets: readonly string[], at: FieldPlace): LocatedMap {
  const { spot } = map;
  const isMany = nameAt(ctx, map, 'type')?.text === 'references';
  const ofParts = OF_PARTS.filter(
    (key) => !saysNothing(KEY_SETS[at.kind], key) && !(isMany && OF_ONE_RECORD.includes(key)),
  );
  const to = map.entries.get('to');
  const items: readonly Located[] = to?.value.kind === 'list' ? to.value.items : [];
  const entries = targets.map((entity): readonly [string, Entry] => {
    const node = items.find((item) => item.kind === 'scalar' && item.text === entity);
    const keySpot = node?.spot ?? spot;
    const own = [...map.entries].filter(([key]) => key === 'type' || ofParts.includes(key));
    const written: readonly (readonly [string, Entry])[] = node ? [...own, ['to', { keySpot, value: node }]] : own;
    return [entity, { keySpot, value: { kind: 'map', entries: new Map(written), spot } }];
  });
  return { kind: 'map', entries: new Map(entries), spot };
}

/** The parts with the values that arrive in them. */
function valued(ctx: Context, parts: Parts, map: LocatedMap, at: FieldPlace): Parts {
  let found = parts;
  for (const key of GIVING) {
    const node = get(map, key);
    if (node === null) continue;
    if (node.kind !== 'scalar') {
      ctx.report('NF0104', node.spot);
      continue;
    }
    const { text, spot } = node;
    if (key !== 'default' || isWrittenAsExpression(node)) found = giving(ctx, found, { map, key, node, at });
    else ctx.report('NF0315', spot, { name: text });
  }
  return found;
}

interface Giving {
  readonly map: LocatedMap;
  readonly key: (typeof GIVING)[number];
  readonly node: LocatedScalar;
  readonly at: FieldPlace;
}

/** The value goes to the part of its entity, and a blank to the others; a reference to one of several entities gives to each. */
function giving(ctx: Context, parts: Parts, { map, key, node, at }: Giving): Parts {
  const user = { kind: 'record', entity: 'user' } as const;
  const around = variablesIn(at);
  const variables = key === 'default' ? { ...around, user } : around;
  const references = Object.values(parts).filter(isReference);
  const place = { variables, ...inputsOf(at) };
  const type = typeOfExpression(ctx, node, place);
  const kind = references.some(isOneReference) ? 'record' : 'list';
  const own = (entity: string): Located | null => {
    if (type !== null) return type.kind === kind && entityOf(type) === entity ? node : null;
    return typeOfExpression(ctx, below(node, entity), place)?.kind === kind ? below(node, entity) : null;
  };
  const given = references.flatMap((part) => {
    const written = own(part.to);
    const value = written && expressionOf(ctx, written, { ...place, expects: kind, of: part.to });
    return value === null ? [] : [[part.id, value] as const];
  });
  const [first] = given;
  if (first === undefined) tellNoTarget(ctx, node, { place: { ...place, expects: kind }, references, type });
  const values = new Map(given);
  const entries = Object.values(parts).map((part): readonly [string, Field] => {
    const value = values.get(part.id) ?? (first === undefined || key === 'default' ? null : blankLike(first[1]));
    return [part.id, value === null ? part : withValue(ctx, part, { map, key, value })];
  });
  return Object.fromEntries(entries);
}

function withValue(
  ctx: Context,
  part: Field,
  { map, key, value }: { readonly map: LocatedMap; readonly key: Giving['key']; readonly value: Expression },
): Field {
  if (key === 'default') return { ...part, default: value };
  if (key === 'computed') return { ...part, computed: { expression: value, live: false } };
  return { ...part, copy: { expression: value, ifBlank: wordAt(ctx, map, 'copy_if', ['blank']) === 'blank' } };
}

/** What is wrong with a value that no part takes. */
function tellNoTarget(
  ctx: Context,
  node: LocatedScalar,
  {
    place,
    references,
    type,
  }: {
    readonly place: ExpressionPlace;
    readonly references: readonly { readonly to: string }[];
    readonly type: Type | null;
  },
): void {
  if (ctx.schema === null) return;
  const found = (type && entityOf(type)) ?? type?.kind ?? '';
  const expected = references.map(({ to }) => to).join(', ');
  if (type === null || (type.kind !== place.expects && type.kind !== 'null')) expressionOf(ctx, node, place);
  else if (type.kind !== 'null') ctx.reportAny('NF0512', node.spot, { expected, found });
}

/** One part of what a path names. */
function below(node: LocatedScalar, entity: string): LocatedScalar {
  return { ...node, text: `${node.text}.${entity}` };
}

/** A blank that arrives when the other value does: a copy follows the reference that its path begins with. */
function blankLike({ reads, type }: Expression): Expression {
  return { source: 'null', type, tree: { node: 'literal', type, value: null }, reads };
}
