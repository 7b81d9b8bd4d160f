import {
  fieldInPath,
  fromWire,
  innerFields,
  shortDecimal,
  type Entity,
  type Field,
  type LimitEntry,
  type Model,
  type Node,
  type Type,
  type Wire,
} from '@ninefold/model';
import { pathOf, stepsOf } from './leaf.ts';
import { readAt } from '../expressions/mapped.ts';

const DEEPEST = 8;

const known = new WeakMap<Model, WeakMap<Node, Node>>();

/**
 * An expression with what is known put in its place: limits as they stand where nobody sets them while the application runs, and computed fields and derived states by what
 * they are worked out from, so that they are not taken for values of their own. They are those of `record`, of the record
 * as it was `before`, of the user, and of the records that these refer to. The same tree is worked out, and then planned,
 * once.
 */
export function inlined(tree: Node, model: Model): Node {
  const trees = known.get(model) ?? new WeakMap<Node, Node>();
  known.set(model, trees);
  const found = trees.get(tree) ?? inline(tree, model, 0);
  trees.set(tree, found);
  return found;
}

function inline(node: Node, model: Model, depth: number): Node {
  switch (node.node) {
    case 'literal':
    case 'variable':
      return node;
    case 'field':
      return inlineField(node, model, depth);
    case 'call':
      return withParts(node, 'args', { parts: node.args, model, depth });
    case 'list':
      return withParts(node, 'items', { parts: node.items, model, depth });
    case 'macro':
      return { ...node, list: inline(node.list, model, depth), body: inline(node.body, model, depth) };
  }
}

/** The node itself where nothing in it is known. */
function withParts(
  node: Node,
  key: 'args' | 'items',
  { parts, model, depth }: { readonly parts: readonly Node[]; readonly model: Model; readonly depth: number },
): Node {
  const changed = parts.map((part) => inline(part, model, depth));
  return changed.some((part, index) => part !== parts[index]) ? { ...node, [key]: changed } : node;
}

function inlineField(node: Extract<Node, { readonly node: 'field' }>, model: Model, depth: number): Node {
  const { of, name } = node;
  if (of.node === 'variable' && of.name === 'limits') return limitLiteral(node, model);
  const known = of.type.kind === 'record' && depth < DEEPEST ? workedOut(of, name, { model, depth }) : null;
  if (known !== null) return known;
  const holder = inline(of, model, depth);
  const inside = holder === of ? node : { ...node, of: holder };
  return depth < DEEPEST ? hiddenAt(inside, of, { model, depth }) : inside;
}

/** A field that is read where it is known to be shown. */
type Shown = Extract<Node, { readonly node: 'field' }> & { readonly isShown?: true };

/** A field with a `visible_when` of its own is blank while that does not hold; said once for each time that it is read. */
function hiddenAt(node: Shown, of: Node, { model, depth }: Inlining): Node {
  const field = fieldBehind(of, node.name, model);
  if (!field?.visibleWhen?.tree || node.isShown) return node;
  const shown: Shown = { ...node, isShown: true };
  const when = inline(readAt(field.visibleWhen.tree, of), model, depth + 1);
  return { node: 'call', type: node.type, fn: 'if', args: [when, shown, blankOf(node.type)] };
}

/** The declared field of a record that a variable holds, or of one that this refers to. */
function fieldBehind(of: Node, name: string, { entities }: Model): Field | undefined {
  const entity = of.type.kind === 'record' ? entities[of.type.entity] : undefined;
  if (!entity || !HOLDING.has(stepsOf(pathOf(of) ?? '')[0] ?? '')) return undefined;
  return Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
}

interface Inlining {
  readonly model: Model;
  readonly depth: number;
}

/** What a field of a record is worked out from; null for a field that has a value of its own, and for the items of lists. */
function workedOut(of: Node, name: string, { model, depth }: Inlining): Node | null {
  const entity = of.type.kind === 'record' ? model.entities[of.type.entity] : undefined;
  if (!entity || !HOLDING.has(stepsOf(pathOf(of) ?? '')[0] ?? '')) return null;
  const at = (tree: Node): Node => behind(of, inline(readAt(tree, of), model, depth + 1));
  const derived = derivedState(entity, name);
  if (derived) return at(derived);
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  const tree = field?.computed?.expression.tree;
  if (!tree || !field || readsWhatIsAskedOnce(field, entity.fields)) return null;
  return at(whereShown(asStored(tree, field, model), field));
}

/** The variables that hold one record each. */
const HOLDING: ReadonlySet<string> = new Set(['record', 'before', 'user', 'option']);

/** Without a record nothing is worked out: the value is blank. */
function behind(of: Node, value: Node): Node {
  if (of.node === 'variable' || isBlankOfBlanks(value)) return value;
  const there: Node = { node: 'call', type: { kind: 'boolean' }, fn: 'filled', args: [of] };
  return { node: 'call', type: value.type, fn: 'if', args: [there, value, blankOf(value.type)] };
}

const RECKONING: ReadonlySet<string> = new Set([
  'add',
  'sub',
  'mul',
  'div',
  'mod',
  'neg',
  'abs',
  'round',
  'floor',
  'ceil',
]);

/** A field, or numbers reckoned from fields: blank where a field in it is. */
function isBlankOfBlanks(value: Node): boolean {
  if (value.node === 'field') return pathOf(value) !== null;
  if (value.node !== 'call' || value.type.kind !== 'number' || !RECKONING.has(value.fn)) return false;
  return value.args.some(isBlankOfBlanks);
}

function blankOf(type: Type): Node {
  if (type.kind === 'list') return { node: 'list', type, items: [] };
  return { node: 'literal', type, value: type.kind === 'boolean' ? false : null };
}

/** A computed value does not see a field that is shown while its record is made, which the rest of an expression then does. */
function readsWhatIsAskedOnce({ computed }: Field, fields: Entity['fields']): boolean {
  const read = computed?.expression.reads.map(fieldInPath) ?? [];
  return read.some((name) => Object.hasOwn(fields, name) && fields[name]?.visibleWhen?.reads.includes('creating'));
}

/** A derived state is the first whose condition holds. */
function derivedState(entity: Entity | undefined, name: string): Node | null {
  const lifecycles = entity?.lifecycles ?? {};
  const own = Object.hasOwn(lifecycles, name) ? lifecycles[name] : undefined;
  const derived = (name === 'state' ? entity?.lifecycle : own)?.derived ?? [];
  return derived.reduceRight<Node | null>((rest, { to, when }) => {
    const state: Node = { node: 'literal', type: { kind: 'text' }, value: to };
    if (!when?.tree || rest === null) return state;
    return { node: 'call', type: state.type, fn: 'if', args: [when.tree, state, rest] };
  }, null);
}

/** What is hidden reads as blank. */
function whereShown(node: Node, { visibleWhen }: Field): Node {
  if (!visibleWhen?.tree) return node;
  return { node: 'call', type: node.type, fn: 'if', args: [visibleWhen.tree, node, blankOf(node.type)] };
}

function limitLiteral(node: Extract<Node, { readonly node: 'field' }>, model: Model): Node {
  const limit = Object.hasOwn(model.limits, node.name) ? model.limits[node.name] : undefined;
  if (limit === undefined || limit.value === null || limit.editableBy.length > 0) return node;
  const { type } = node;
  if (type.kind !== 'list') return literalOf(limit.value, type) ?? node;
  const items = isList(limit.value) ? limit.value.flatMap((item) => literalOf(item, type.of) ?? []) : [];
  return { node: 'list', type, items };
}

function isList(value: LimitEntry['value']): value is readonly string[] {
  return Array.isArray(value);
}

function literalOf(wire: Wire, type: Type): Node | null {
  const value = fromWire(wire, type);
  if (typeof value === 'bigint') return { node: 'literal', type, value: shortDecimal(value) };
  if (typeof value === 'string' || typeof value === 'boolean') return { node: 'literal', type, value };
  return null;
}

/** As its field holds it: a number with more decimals is rounded. */
export function asStored(node: Node, field: Field, model: Model): Node {
  if (node.type.kind !== 'number') return node;
  const scale = scaleOf(field);
  const decimals = decimalsOf(node, model);
  if (decimals !== null && decimals <= scale) return node;
  const places: Node = { node: 'literal', type: node.type, value: String(scale) };
  return { node: 'call', type: node.type, fn: 'round', args: [node, places] };
}

function scaleOf(field: Field): number {
  return 'scale' in field ? field.scale : 0;
}

/** How many decimals a number may have at most; null where that is not known. */
function decimalsOf(node: Node, model: Model): number | null {
  if (node.node === 'literal') return typeof node.value === 'string' ? (node.value.split('.')[1] ?? '').length : 0;
  if (node.node === 'field') {
    const { type } = node.of;
    const fields = fieldsOf(type, model);
    const field = Object.hasOwn(fields, node.name) ? fields[node.name] : undefined;
    return field === undefined ? null : scaleOf(field);
  }
  if (node.node === 'macro') return node.fn === 'map' ? decimalsOf(node.body, model) : null;
  if (node.node !== 'call') return null;
  const parts = (node.fn === 'if' ? node.args.slice(1) : node.args).map((arg) => decimalsOf(arg, model));
  const known = parts.filter((one) => one !== null);
  if (known.length < parts.length) return null;
  if (node.fn === 'mul') return known.reduce((sum, one) => sum + one, 0);
  return KEEPING.has(node.fn) ? Math.max(0, ...known) : null;
}

/** The fields of a record, or of the lines in one of its fields. */
function fieldsOf(type: Type, model: Model): Readonly<Record<string, Field>> {
  if (type.kind !== 'record' && type.kind !== 'line') return {};
  const fields = model.entities[type.entity]?.fields ?? {};
  if (type.kind === 'record') return fields;
  return innerFields(Object.hasOwn(fields, type.field) ? fields[type.field] : undefined);
}

/** Calls whose value has no more decimals than their arguments. */
const KEEPING = new Set(['add', 'sub', 'neg', 'abs', 'if', 'or_else', 'min', 'max', 'sum']);
