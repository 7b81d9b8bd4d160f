import { createHash } from 'node:crypto';
import {
  type Entity,
  type Expression,
  type Field,
  isReference,
  type Model,
  type Node,
  type ReferenceField,
  type ReferencesField,
  type RunningTotal,
  runningTotalOf,
  memoizedWeakly,
  stepsOf,
  fieldInPath,
  STATE_FIELDS,
} from '@ninefold/model';
import { storageOf } from '../../storage/columns/registry.ts';
import { inverseOf } from '../../storage/relations/inverse.ts';

/** A function over the records that refer to a record, whose value is kept beside it and follows what changes in them. */
export interface KeptTotal {
  /** The name by which expressions read the value of the record. It changes with the meaning of the function. */
  readonly name: string;
  /** The entity of the records that have it. */
  readonly holder: string;
  /** The other direction of the reference, and the records that refer by it. */
  readonly list: string;
  readonly entity: Entity;
  readonly field: ReferenceField | ReferencesField;
  /** Paths that it reads of a record of the list: `amount`, `product.price`. */
  readonly reads: readonly string[];
  readonly total: RunningTotal;
}

/** A model whose stored computed values read running totals where they can, and these by the entity that holds them. */
export interface Totalled {
  readonly model: Model;
  readonly totals: ReadonlyMap<string, readonly KeptTotal[]>;
}

const KEPT = 'total()';

/** The model with running totals; the same for the same model. One that is made by this function is given back as it is. */
export const withTotals: (model: Model) => Totalled = memoizedWeakly((model: Model) => made.get(model) ?? plan(model));

const made = new WeakMap<Model, Totalled>();

/** The running totals that records of an entity have, of a model that `withTotals` made. */
export function totalsOf(model: Model, entity: string): readonly KeptTotal[] {
  return made.get(model)?.totals.get(entity) ?? [];
}

/** Whether a name of a record is that of a running total. */
export function isTotalName(name: string): boolean {
  return name.startsWith(KEPT);
}

/** The running total of this name; null for any other name. */
export function totalNamed(model: Model, entity: string, name: string): KeptTotal | null {
  if (!isTotalName(name)) return null;
  return totalsOf(model, entity).find((total) => total.name === name) ?? null;
}

function plan(model: Model): Totalled {
  const totals = new Map<string, KeptTotal[]>();
  const entities = Object.values(model.entities).map((entity) => {
    const found = new Map<string, KeptTotal>();
    const fields = Object.values(entity.fields).map(
      (field) => [field.id, reading(model, entity, field, found)] as const,
    );
    const lifecycle = entity.lifecycle && {
      ...entity.lifecycle,
      derived: entity.lifecycle.derived.map(({ to, when }) => ({
        to,
        when: when && withoutLists(model, entity, when, found),
      })),
    };
    if (found.size === 0) return [entity.id, entity] as const;
    totals.set(entity.id, [...found.values()]);
    return [entity.id, { ...entity, fields: Object.fromEntries(fields), lifecycle }] as const;
  });
  if (totals.size === 0) return { model, totals };
  const totalled = { model: { ...model, entities: Object.fromEntries(entities) }, totals };
  made.set(totalled.model, totalled);
  return totalled;
}

/** The field, reading running totals in the place of lists. */
function reading(model: Model, entity: Entity, field: Field, found: Map<string, KeptTotal>): Field {
  const expression = storageOf(field)?.kind === 'column' ? field.computed?.expression : undefined;
  if (!field.computed || !expression) return field;
  const now = withoutLists(model, entity, expression, found);
  return now === expression ? field : { ...field, computed: { ...field.computed, expression: now } };
}

/** The expression, reading running totals in the place of lists; itself where it can read none. */
function withoutLists(model: Model, entity: Entity, expression: Expression, found: Map<string, KeptTotal>): Expression {
  const lists = new Set(expression.reads.flatMap((path) => (path.startsWith('record.') ? fieldInPath(path) : [])));
  let now: Expression = expression;
  for (const list of lists) {
    const inverse = Object.hasOwn(entity.fields, list) ? null : inverseOf(model, entity.id, list);
    if (inverse) now = withoutList({ model, holder: entity.id, list, ...inverse }, now, found);
  }
  return now;
}

interface List {
  readonly model: Model;
  readonly holder: string;
  readonly list: string;
  readonly entity: Entity;
  readonly field: ReferenceField | ReferencesField;
}

/** The expression without this list; as it is where one of the places that read it needs the list itself. */
function withoutList(list: List, expression: Expression, found: Map<string, KeptTotal>): Expression {
  const reads = expression.reads.filter((path) => pathIn(list, path) !== null);
  const below = reads.flatMap((path) => pathIn(list, path) || []);
  if (expression.tree === null || !below.every((path) => isPlainPath(list.model, list.entity, stepsOf(path))))
    return expression;
  const own = new Map<string, KeptTotal>();
  const tree = replaced(list, expression.tree, (node, total) => {
    const name = `${KEPT}${digest([list.holder, list.list, node])}`;
    own.set(name, { ...list, name, reads: below, total });
    return name;
  });
  if (own.size === 0 || mentions(tree, list.list)) return expression;
  for (const [name, total] of own) found.set(name, total);
  const kept = [...own.keys()].map((name) => `record.${name}`);
  return { ...expression, tree, reads: [...expression.reads.filter((path) => pathIn(list, path) === null), ...kept] };
}

/** What a path reads of the records of the list: empty for the list itself, null where it does not lead through it. */
function pathIn({ list }: List, path: string): string | null {
  const start = `record.${list}`;
  return path === start ? '' : path.startsWith(`${start}.`) ? path.slice(start.length + 1) : null;
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

/** The tree with the names of running totals where they stand for functions over the list. */
function replaced(list: List, node: Node, nameOf: (node: Node, total: RunningTotal) => string): Node {
  const total = isOverList(list, node) ? runningTotalOf(node) : null;
  if (total !== null) {
    const record: Node = { node: 'variable', name: 'record', type: { kind: 'record', entity: list.holder } };
    return { node: 'field', of: record, name: nameOf(node, total), type: node.type };
  }
  const inner = (part: Node): Node => replaced(list, part, nameOf);
  switch (node.node) {
    case 'field':
      return { ...node, of: inner(node.of) };
    case 'call':
      return { ...node, args: node.args.map(inner) };
    case 'list':
      return { ...node, items: node.items.map(inner) };
    case 'macro':
      return { ...node, list: inner(node.list), body: inner(node.body) };
    default:
      return node;
  }
}

function mentions(node: Node, list: string): boolean {
  switch (node.node) {
    case 'field':
      return isList(node, list) || mentions(node.of, list);
    case 'call':
      return node.args.some((arg) => mentions(arg, list));
    case 'list':
      return node.items.some((item) => mentions(item, list));
    case 'macro':
      return mentions(node.list, list) || mentions(node.body, list);
    default:
      return false;
  }
}

function isList(node: Node, list: string): boolean {
  return node.node === 'field' && node.name === list && node.of.node === 'variable' && node.of.name === 'record';
}

/** Whether a function reads nothing but the records of the list, each by itself. */
function isOverList({ list }: List, node: Node): boolean {
  if (node.node === 'macro') return isMade(node.list, list) && readsOnly(node.body, new Set([node.variable]));
  const [arg] = node.node === 'call' ? node.args : [];
  return arg !== undefined && isMade(arg, list);
}

/** Whether a list is this one, filtered or mapped record by record. */
function isMade(node: Node, list: string): boolean {
  if (isList(node, list)) return true;
  if (node.node !== 'macro' || (node.fn !== 'filter' && node.fn !== 'map')) return false;
  return isMade(node.list, list) && readsOnly(node.body, new Set([node.variable]));
}

/** Whether an expression reads no other variables: neither a record, nor a person, nor a limit, nor the clock. */
function readsOnly(node: Node, variables: ReadonlySet<string>): boolean {
  switch (node.node) {
    case 'literal':
      return true;
    case 'variable':
      return variables.has(node.name);
    case 'field':
      return readsOnly(node.of, variables);
    case 'list':
      return node.items.every((item) => readsOnly(item, variables));
    case 'call':
      return node.guarded === undefined && node.args.every((arg) => readsOnly(arg, variables));
    case 'macro':
      return readsOnly(node.list, variables) && readsOnly(node.body, new Set([...variables, node.variable]));
  }
}

const SYSTEM = ['id', 'version', 'created_at', 'created_by', 'changed_at', 'changed_by'];

/** Whether a path leads through stored fields that are never hidden, and not from a record to those that refer to it. */
function isPlainPath(model: Model, entity: Entity, [name = '', ...rest]: readonly string[]): boolean {
  if (SYSTEM.includes(name) || (entity.lifecycle !== null && STATE_FIELDS.includes(name))) {
    const user = model.entities['user'];
    return rest.length === 0 || (user !== undefined && isPlainPath(model, user, rest));
  }
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (field === undefined || field.visibleWhen !== null || storageOf(field) === null) return false;
  if (rest.length === 0) return true;
  const target = isReference(field) ? model.entities[field.to] : undefined;
  return target !== undefined && isPlainPath(model, target, rest);
}
