import {
  givingRows,
  isStoredWith,
  canEver,
  canEverRead,
  type Condition,
  type Entity,
  type Expression,
  type Field,
  isReference,
  type Model,
  type Node,
  type Rights,
  transitionOfDid,
  memoizedWeakly,
  stepsOf,
  partId,
  partsOf,
} from '@ninefold/model';
import { callersBounds, checkExpression, schemaOf, type Schema } from '@ninefold/spec/expressions';
import { Refusal } from '../../refusal.ts';
import { compileGuarded, compileSql } from '../../storage/expressions/compile.ts';
import type { Value } from '../../storage/expressions/context.ts';
import { inverseOf } from '../../storage/relations/inverse.ts';
import { SqlRefused } from '../../storage/expressions/refused.ts';
import type { PlanContext } from '../context/context.ts';
import { rowsShowing } from './field-access.ts';
import { all, type Sql } from '../../storage/sql/sql.ts';

/**
 * A caller's own condition, checked against what the caller may ever read: a field that is closed to the caller is unknown, like
 * one that does not exist. Anything that is wrong is a `bad_where` refusal with the place and the word.
 */
export function parseWhere(model: Model, rights: Rights, entity: Entity, source: string): Expression {
  const variables = {
    record: { kind: 'record', entity: entity.id },
    user: { kind: 'record', entity: 'user' },
    limits: { kind: 'null' },
    now: { kind: 'datetime' },
    today: { kind: 'date' },
  } as const;
  return withoutOwnInverses(model, checked(model, source, { variables, schema: schemaFor(model)(rights) }));
}

/**
 * A caller's own condition of which they want to be told when a write turns it: over what is stored with the record, which these rights
 * may ever read; null: whatever they are. Throws `bad_where`, also for what changes without a write of the record.
 */
export function parseTurning(model: Model, rights: Rights | null, entity: Entity, source: string): Expression {
  const variables = { record: { kind: 'record', entity: entity.id }, limits: { kind: 'null' } } as const;
  const schema = rights === null ? schemaOf(model) : schemaFor(model)(rights);
  const when = checked(model, source, { variables, schema });
  const elsewhere = when.reads.find((path) => !isStoredWith(entity, path) || isDated(model, path));
  if (elsewhere === undefined) return when;
  const name = stepsOf(elsewhere).at(-1) ?? '';
  throw badWhere(Math.max(source.lastIndexOf(name), 0), name);
}

/** A limit that has another value from a day on. */
function isDated({ limits }: Model, path: string): boolean {
  const [root, id = ''] = stepsOf(path);
  return root === 'limits' && Object.hasOwn(limits, id) && (limits[id]?.dated.length ?? 0) > 0;
}

function checked(
  model: Model,
  source: string,
  { variables, schema }: Pick<Parameters<typeof checkExpression>[1], 'variables' | 'schema'>,
): Expression {
  const found = checkExpression(source, {
    variables,
    schema,
    guarded: true,
    asRows: true,
    expects: 'boolean',
    bounds: boundsOf(model),
  });
  if (found.expression) return found.expression;
  const [issue] = found.issues;
  const { start, end } = issue ?? { start: 0, end: source.length };
  const params = issue?.params ?? {};
  if (params['limit'] !== undefined && params['most'] !== undefined)
    throw tooLarge(start, params['limit'], Number(params['most']));
  throw badWhere(start, source.slice(start, end));
}

const boundsOf = memoizedWeakly(callersBounds);

/** What refers to the caller's own record is not loaded with it. */
function withoutOwnInverses(model: Model, where: Expression): Expression {
  for (const path of where.reads) {
    const [root, ...names] = stepsOf(path);
    let entity: string | undefined = 'user';
    for (const name of root === 'user' ? names : []) {
      if (entity !== undefined && inverseOf(model, entity, name)) throw badWhere(where.source.indexOf(name), name);
      const field: Field | undefined = entity === undefined ? undefined : model.entities[entity]?.fields[name];
      entity = field && isReference(field) ? field.to : undefined;
    }
  }
  return where;
}

function tooLarge(start: number, limit: string, most: number): Refusal {
  return new Refusal('where_too_large', { params: { position: start + 1, limit, most } });
}

/** `name` is the word or part of the condition that cannot be understood. */
function badWhere(start: number, name: string): Refusal {
  return new Refusal('bad_where', { params: { position: start + 1, name: name.slice(0, 60) } });
}

/** The names that these rights let a condition use. */
const schemaFor = memoizedWeakly((model: Model) => memoizedWeakly((rights: Rights) => planSchema(model, rights)));

/** Callers may use what the runtime knows of themselves, so `user` is whole. */
function planSchema(model: Model, rights: Rights): Schema {
  const whole = schemaOf(model);
  const isOpen = (id: string, field: string): boolean => {
    const entity = model.entities[id];
    return id === 'user' || (entity !== undefined && canEverRead(rights, entity, field));
  };
  const partsIn = (id: string, field: string): readonly string[] | undefined =>
    partsOf(model.entities[id]?.fields ?? {}).get(field);
  /** An object is open where one of its parts is. */
  const isOpenWhole = (id: string, field: string): boolean =>
    partsIn(id, field)?.some((part) => isOpen(id, part)) ?? isOpen(id, field);
  /** A field of lines is open where they are. */
  const isOpenWithin = (id: string, whole: string, field: string): boolean =>
    partsIn(id, whole) === undefined ? isOpen(id, whole) : isOpenWhole(id, partId(whole, field));
  return {
    ...whole,
    fieldType: (entity, field) => {
      const inverse = inverseOf(model, entity, field);
      const isSeen = inverse === null ? isOpenWhole(entity, field) : isOpen(inverse.entity.id, inverse.field.id);
      return isSeen ? whole.fieldType(entity, field) : null;
    },
    lineFieldType: (entity, lines, field) =>
      isOpenWithin(entity, lines, field) ? whole.lineFieldType(entity, lines, field) : null,
    lineFieldNames: (entity, lines) =>
      (whole.lineFieldNames?.(entity, lines) ?? []).filter((field) => isOpenWithin(entity, lines, field)),
    transitionNames: (entity) =>
      canEver(rights, entity, 'read') && canEver(rights, entity, 'history')
        ? (whole.transitionNames?.(entity) ?? [])
        : [],
    isTree: (entity) => whole.isTree?.(entity) === true && isOpen(entity, model.entities[entity]?.tree ?? ''),
    fieldNames: (entity) => whole.fieldNames(entity).filter((field) => isOpenWhole(entity, field)),
  };
}

/** The condition as SQL over `t`: it holds only on rows where the caller may read all that it reads, at every step of a path. */
export function whereSql(context: PlanContext, entity: Entity, rights: Rights, where: Expression): Sql {
  const { model, dialect } = context;
  try {
    const condition = compileSql(where, {
      model,
      dialect: dialect.expressions,
      entity: entity.id,
      alias: 't',
      fieldReadable: readableBy(model, rights),
      cost: boundsOf(model).cost,
    });
    return all([rowsShowing(context, entity, { rights, fields: ownFields(where.tree), alias: 't' }), condition]);
  } catch (reason) {
    if (!(reason instanceof SqlRefused)) throw reason;
    if (reason.reason === 'complex') throw tooLarge(0, 'where_cost', boundsOf(model).cost);
    const word = reason.subject.split('.').at(-1) ?? '';
    throw badWhere(Math.max(where.source.lastIndexOf(word), 0), word);
  }
}

/** The value of an expression of the specification over `t`, and the rows on which this reader may read all that it reads. */
export function readableValue(
  context: PlanContext,
  entity: Entity,
  rights: Rights,
  expression: Expression,
): { readonly value: Value; readonly rows: Sql } {
  const { model, dialect } = context;
  const value = compileGuarded(expression, {
    model,
    dialect: dialect.expressions,
    entity: entity.id,
    alias: 't',
    fieldReadable: readableBy(model, rights),
  });
  const shown = rowsShowing(context, entity, { rights, fields: ownFields(expression.tree), alias: 't' });
  return { value, rows: all([shown, ...value.guards]) };
}

/** Fields of the rows themselves that an expression names. */
function ownFields(node: Node | null): readonly string[] {
  switch (node?.node) {
    case 'field':
      return node.of.node === 'variable' && node.of.name === 'record' ? [node.name] : ownFields(node.of);
    case 'call':
      return node.args.flatMap(ownFields);
    case 'list':
      return node.items.flatMap(ownFields);
    case 'macro':
      return [...ownFields(node.list), ...ownFields(node.body)];
    default:
      return [];
  }
}

/** Whether a field may be read: always, never, or where one of the conditions of the grants that show it holds. */
function readableBy(model: Model, rights: Rights): (entity: string, field: string) => boolean | Condition {
  const known = new Map<string, boolean | Condition>();
  return (entity, field) => {
    const key = `${entity}.${field}`;
    const found = known.get(key) ?? readableWhere(model, rights, entity, field);
    known.set(key, found);
    return found;
  };
}

function readableWhere(model: Model, rights: Rights, entity: string, field: string): boolean | Condition {
  const readable = rowsReadable(model, rights, entity, field);
  if (transitionOfDid(field) === null || readable === false) return readable;
  return both(readable, either(rights.grants(entity).flatMap(({ verbs }) => verbs.history ?? [])));
}

function rowsReadable(model: Model, rights: Rights, entity: string, field: string): boolean | Condition {
  const isField = Object.hasOwn(model.entities[entity]?.fields ?? {}, field);
  const grants = rights.grants(entity).filter(({ fields }) => !isField || fields[field]?.read === true);
  return either(givingRows(grants).flatMap(({ verbs }) => verbs.read ?? []));
}

function either(conditions: readonly Condition[]): boolean | Condition {
  if (conditions.includes(true)) return true;
  const expressions = conditions.filter(
    (condition): condition is Expression => condition !== true && condition.tree !== null,
  );
  const [first] = expressions;
  return expressions.length < 2 ? (first ?? false) : joined('or', expressions);
}

function both(one: Condition, other: boolean | Condition): boolean | Condition {
  if (one === true || other === false) return other;
  return other === true ? one : joined('and', [one, other]);
}

function joined(fn: 'and' | 'or', expressions: readonly Expression[]): Expression {
  const args = expressions.flatMap(({ tree }) => tree ?? []);
  return {
    source: expressions.map(({ source }) => `(${source})`).join(fn === 'and' ? ' && ' : ' || '),
    type: { kind: 'boolean' },
    tree: { node: 'call', type: { kind: 'boolean' }, fn, args },
    reads: [...new Set(expressions.flatMap(({ reads }) => reads))],
  };
}
