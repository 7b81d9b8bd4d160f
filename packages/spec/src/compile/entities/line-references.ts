import {
  type Expression,
  type Field,
  isLineReference,
  isOneReference,
  type Node,
  partId,
  stepInPath,
} from '@ninefold/model';
import { BOOLEAN, listOf } from '../../expressions/schema/types.ts';
import type { Entry, LocatedMap, LocatedScalar } from '../../located.ts';
import { referenceDefinition } from '../field-types/reference.ts';
import {
  aboveOf,
  formerGroup,
  holderIn,
  inputsOf,
  KEY_SETS,
  variablesIn,
  type FieldPlace,
} from '../field-types/field-place.ts';
import { saysNothing } from '../kinds/says-nothing.ts';
import { inlineText, type Context } from '../reading/context.ts';
import { conditionOf, expressionOf, isWrittenAsExpression, typeOfExpression } from '../reading/expressions.ts';
import { isId } from '../reading/ids.ts';
import { KEYS } from '../reading/keys.ts';
import { get, knownKeys, nameAt, namesAt, unknown, wordAt } from '../reading/read.ts';
import { withWhole } from './objects.ts';

type Parts = Readonly<Record<string, Field>>;

/** What needs one value. */
const OF_ONE_VALUE = ['find', 'search', 'min', 'max', 'translated', 'example'];
/** What is said of the record. */
const OF_RECORD = ['inverse', 'on_delete', 'index'];
/** What gives a line. */
const GIVING = ['default', 'copy', 'computed'] as const;

/** The names in `to: order.rows`. */
interface Target {
  readonly entity: string;
  readonly lines: string;
  readonly node: LocatedScalar;
}

/** Whether a field is a reference to a line of a record, `to: order.rows`. */
export function hasLineTarget(map: LocatedMap, at: FieldPlace): boolean {
  const [type, to] = [map.entries.get('type')?.value, map.entries.get('to')?.value];
  const isLine = to?.kind === 'scalar' && to.text.includes('.');
  return at.isTarget !== true && type?.kind === 'scalar' && type.text === 'reference' && isLine;
}

/**
 * A reference to a line of a record: a part for the record, `row.order`, which is a reference of its own, and one for the line of it,
 * `row.rows`. What is said of the whole is said of both. Null where there are no such lines (then reported).
 */
export function buildLineReference(ctx: Context, map: LocatedMap, at: FieldPlace): Parts | null {
  const keys = KEY_SETS[at.kind];
  knownKeys(ctx, map, [...KEYS[keys], ...referenceDefinition.keys], keys);
  for (const key of OF_ONE_VALUE) {
    const entry = map.entries.get(key);
    if (entry) ctx.report('NF0317', entry.keySpot, { name: key, type: 'to: entity.lines' });
  }
  for (const key of ['label', 'hint']) inlineText(ctx, `${at.textKey}.${key}`, get(map, key));
  const former = nameAt(ctx, map, 'was');
  if (former !== null) isId(ctx, 'field', former);
  for (const { spot } of namesAt(ctx, map, 'dropped'))
    ctx.report('NF0317', spot, { name: 'dropped', type: 'to: entity.lines' });
  const target = targetOf(ctx, map);
  if (target === null) return null;
  const built = at.buildLines(ctx, mapOfParts(map, target, at), {
    ...at,
    kind: at.kind === 'entity' ? 'part' : at.kind,
    object: { id: at.id, was: formerGroup(at, former), isTranslated: false },
    isTarget: true,
    id: '',
    textKey: `${at.textKey}.fields`,
  });
  const isDisclosing = map.entries.has('discloses');
  for (const part of Object.keys(built))
    if (isDisclosing) ctx.spots.set(`discloses ${[...aboveOf(at), part].join('.')}`, map.spot);
  const whole = withWhole(ctx, given(ctx, built, { map, target, at }), map, at);
  return picked(ctx, whole, { map, target, at });
}

/** The entity and its field of lines. Two names that are the same would be those of one part. */
function targetOf(ctx: Context, map: LocatedMap): Target | null {
  const name = nameAt(ctx, map, 'to');
  const node = get(map, 'to');
  if (name === null || node?.kind !== 'scalar') return null;
  const [entity = '', lines = '', ...more] = name.text.split('.');
  if (!ctx.names.isEntity(entity)) {
    unknown(ctx, 'NF0201', { text: entity, spot: name.spot }, ctx.names.entities);
    return null;
  }
  const type = ctx.schema?.fieldType(entity, lines);
  const isLines = type?.kind === 'list' && type.of.kind === 'line';
  if (more.length > 0 || entity === lines || (ctx.schema !== null && type === null)) {
    unknown(ctx, 'NF0202', { text: name.text, spot: name.spot }, linesOf(ctx, entity));
    return null;
  }
  if (ctx.schema !== null && !isLines) ctx.report('NF0312', name.spot, { name: name.text });
  return { entity, lines, node };
}

/** What may be written for lines of this entity. */
function linesOf({ schema }: Context, entity: string): readonly string[] {
  const names = schema?.fieldNames(entity) ?? [];
  return names.flatMap((field) => {
    const type = schema?.fieldType(entity, field);
    return type?.kind === 'list' && type.of.kind === 'line' ? [`${entity}.${field}`] : [];
  });
}

/** The parts as if each were written. */
function mapOfParts(map: LocatedMap, { entity, lines, node }: Target, at: FieldPlace): LocatedMap {
  const { spot } = map;
  const written = (keys: readonly string[], to: LocatedScalar): Entry => {
    const said = keys.filter((key) => !saysNothing(KEY_SETS[at.kind], key));
    const own = [...map.entries].filter(([key]) => key === 'type' || said.includes(key));
    const entries = new Map([...own, ['to', { keySpot: node.spot, value: to }] as const]);
    return { keySpot: node.spot, value: { kind: 'map', entries, spot } };
  };
  const parts: readonly (readonly [string, Entry])[] = [
    [entity, written(OF_RECORD, { ...node, text: entity })],
    [lines, written(['unique', 'on_delete'], node)],
  ];
  return { kind: 'map', entries: new Map(parts), spot };
}

interface Building {
  readonly map: LocatedMap;
  readonly target: Target;
  readonly at: FieldPlace;
}

/** The parts with the values that arrive in them: another reference to a line of the same lines gives to each its own. */
function given(ctx: Context, parts: Parts, { map, target, at }: Building): Parts {
  let found = parts;
  for (const key of GIVING) {
    const node = get(map, key);
    if (node === null || ctx.schema === null) continue;
    if (node.kind !== 'scalar') {
      ctx.report('NF0104', node.spot);
      continue;
    }
    const { text, spot } = node;
    if (key === 'default' && !isWrittenAsExpression(node)) ctx.report('NF0315', spot, { name: text });
    else found = givenBy(ctx, found, { map, target, at, key, node });
  }
  return found;
}

function givenBy(
  ctx: Context,
  parts: Parts,
  { map, target, at, key, node }: Building & { readonly key: (typeof GIVING)[number]; readonly node: LocatedScalar },
): Parts {
  const user = { kind: 'record', entity: 'user' } as const;
  const around = variablesIn(at);
  const place = { variables: key === 'default' ? { ...around, user } : around, ...inputsOf(at) };
  const type = typeOfExpression(ctx, node, place);
  if (type?.kind !== 'line' || type.entity !== target.entity || type.field !== target.lines) {
    const isWrong = expressionOf(ctx, node, place) === null;
    if (!isWrong) ctx.reportAny('NF0512', node.spot, { expected: target.node.text, found: type?.kind ?? '' });
    return parts;
  }
  const ifBlank = wordAt(ctx, map, 'copy_if', ['blank']) === 'blank';
  const entries = [target.entity, target.lines].flatMap((name): readonly (readonly [string, Field])[] => {
    const part = parts[partId(at.id, name)];
    const expression = expressionOf(ctx, { ...node, text: `${node.text}.${name}` }, place);
    if (part === undefined || expression === null) return [];
    if (key === 'default') return [[part.id, { ...part, default: expression }]];
    if (key === 'computed') return [[part.id, { ...part, computed: { expression, live: false } }]];
    return [[part.id, { ...part, copy: { expression, ifBlank } }]];
  });
  return { ...parts, ...Object.fromEntries(entries) };
}

/** The variable of the lines that may be picked; no author can write it. */
const OPTION = 'lineToPick';

/** The parts with what may be picked: a record that has such a line, and a line of the record in the part beside it. */
function picked(ctx: Context, parts: Parts, { map, target, at }: Building): Parts {
  const [record, line] = [partId(at.id, target.entity), partId(at.id, target.lines)].map((id) => parts[id]);
  if (ctx.schema === null || !isOneReference(record) || !isLineReference(line)) return parts;
  const option = { kind: 'line', entity: target.entity, field: target.lines } as const;
  const variables = { ...variablesIn(at), user: { kind: 'record', entity: 'user' } as const, option };
  const where = conditionOf(ctx, get(map, 'where'), { variables, ...inputsOf(at), hasRecord: option });
  const holder = holderIn(at);
  const beside: Node = { node: 'field', type: { kind: 'record', entity: target.entity }, of: holder, name: record.id };
  const itself: Node = { node: 'field', type: option, of: holder, name: line.id };
  const isIt: Node = {
    node: 'call',
    type: BOOLEAN,
    fn: 'eq',
    args: [{ node: 'variable', type: option, name: OPTION }, itself],
  };
  const asRecord: Node = { node: 'variable', type: beside.type, name: 'option' };
  const paths = { option: `${holder.name}.${stepInPath(record.id)}`, line: `${holder.name}.${stepInPath(line.id)}` };
  const own: Expression = {
    source: where?.source ?? 'true',
    type: BOOLEAN,
    tree: someLine(
      beside,
      target,
      where?.tree ? { node: 'call', type: BOOLEAN, fn: 'and', args: [isIt, within(where.tree, target, beside)] } : isIt,
    ),
    reads: [paths.line, `${paths.option}.${target.lines}`, ...readsWithin(where, target, paths.option)],
  };
  const needsLine: Expression = {
    source: `filled(${holder.name}.${at.id}.${target.entity})`,
    type: BOOLEAN,
    tree: { node: 'call', type: BOOLEAN, fn: 'filled', args: [beside] },
    reads: [paths.option],
  };
  return {
    ...parts,
    [record.id]: where?.tree
      ? {
          ...record,
          where: {
            source: where.source,
            type: BOOLEAN,
            tree: someLine(asRecord, target, within(where.tree, target, asRecord)),
            reads: [`option.${target.lines}`, ...readsWithin(where, target, 'option')],
          },
        }
      : record,
    [line.id]: { ...line, required: false, requiredWhen: needsLine, where: own },
  };
}

/** Whether a record has a line for which a condition holds. */
function someLine(record: Node, { entity, lines }: Target, body: Node): Node {
  const list: Node = { node: 'field', type: listOf({ kind: 'line', entity, field: lines }), of: record, name: lines };
  return { node: 'macro', type: BOOLEAN, fn: 'exists', list, variable: OPTION, body };
}

/** A condition on `option`, a line, as one on the variable of the lines of a record, which `option.order` names. */
function within(node: Node, target: Target, record: Node): Node {
  const inner = (one: Node): Node => within(one, target, record);
  switch (node.node) {
    case 'literal':
      return node;
    case 'variable':
      return node.name === 'option' ? { ...node, name: OPTION } : node;
    case 'field':
      return isRecordOfOption(node, target) ? record : { ...node, of: inner(node.of) };
    case 'call':
      return { ...node, args: node.args.map(inner) };
    case 'macro':
      return { ...node, list: inner(node.list), body: inner(node.body) };
    case 'list':
      return { ...node, items: node.items.map(inner) };
  }
}

function isRecordOfOption({ of, name }: Extract<Node, { readonly node: 'field' }>, { entity }: Target): boolean {
  return of.node === 'variable' && of.name === 'option' && name === entity;
}

function readsWithin(where: Expression | null, { entity, lines }: Target, record: string): readonly string[] {
  return (where?.reads ?? []).map((path) => {
    if (path === `option.${entity}`) return record;
    if (path.startsWith(`option.${entity}.`)) return `${record}${path.slice(`option.${entity}`.length)}`;
    return path.startsWith('option.') ? `${record}.${lines}${path.slice('option'.length)}` : path;
  });
}
