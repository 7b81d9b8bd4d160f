import type { Condition, Entity, Expression, Model, Node, Rights } from '@ninefold/model';
import { checkExpression, schemaOf } from '@ninefold/spec';
import { Refusal } from '../../refusal.ts';
import { compileSql } from '../../storage/sqlite/expressions/compile.ts';
import { SqlRefused } from '../../storage/sqlite/expressions/refused.ts';
import { rowsShowing } from './field-access.ts';
import { every, type Sql } from './sql.ts';

/** A caller's own condition, checked against the model; anything that is wrong in it is a `bad_where` refusal. */
export function parseWhere(model: Model, entity: Entity, source: string): Expression {
  const variables = {
    record: { kind: 'record', entity: entity.id },
    user: { kind: 'record', entity: 'user' },
    limits: { kind: 'null' },
    now: { kind: 'datetime' },
    today: { kind: 'date' },
  } as const;
  const checked = checkExpression(source, { variables, schema: schemaOf(model), guarded: true, expects: 'boolean' });
  if (checked.expression) return checked.expression;
  const issue = checked.issues[0];
  throw new Refusal('bad_where', {
    params: { ...issue?.params, issue: issue?.id ?? '', start: issue?.start ?? 0, end: issue?.end ?? 0 },
  });
}

/** The condition as SQL over `t`: it holds only on rows where the caller may read all that it reads, at every step of a path. */
export function whereSql(model: Model, entity: Entity, rights: Rights, where: Expression): Sql {
  try {
    const condition = compileSql(where, {
      model,
      entity: entity.id,
      alias: 't',
      fieldReadable: readableBy(model, rights),
    });
    return every([rowsShowing(model, entity, rights, ownFields(where.tree), 't'), condition]);
  } catch (reason) {
    if (!(reason instanceof SqlRefused)) throw reason;
    throw new Refusal('bad_where', { params: { issue: reason.reason, name: reason.subject, start: 0, end: 0 } });
  }
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
  const isField = Object.hasOwn(model.entities[entity]?.fields ?? {}, field);
  const grants = rights.grants(entity).filter(({ fields }) => !isField || fields[field]?.read === true);
  const conditions = grants.flatMap(({ verbs }) => verbs.read ?? []);
  if (conditions.includes(true)) return true;
  const expressions = conditions.filter(
    (condition): condition is Expression => condition !== true && condition.tree !== null,
  );
  const [first] = expressions;
  return expressions.length < 2 ? (first ?? false) : anyOf(expressions);
}

function anyOf(expressions: readonly Expression[]): Expression {
  const args = expressions.flatMap(({ tree }) => tree ?? []);
  return {
    source: expressions.map(({ source }) => `(${source})`).join(' || '),
    type: { kind: 'boolean' },
    tree: { node: 'call', type: { kind: 'boolean' }, fn: 'or', args },
    reads: [...new Set(expressions.flatMap(({ reads }) => reads))],
  };
}
