import { type Entity, type Expression, memoizedWeakly, type Node, type Wire } from '@ninefold/model';
import { checkExpression, schemaOf } from '@ninefold/spec/expressions';
import { compileSql } from '../../../storage/expressions/compile.ts';
import { all, column, sql, TRUE, type Sql } from '../../../storage/sql/sql.ts';
import type { PlanContext } from '../../context/context.ts';
import { conditionOf } from '../../views/conditions.ts';
import type { AskedField, Picker } from './asked-field.ts';

/** What stands in a form: the values of its record, of the line that is filled in, and of the form of a transition. */
export interface Entered {
  readonly record: { readonly [field: string]: Wire | undefined };
  readonly line: { readonly [field: string]: Wire | undefined };
  readonly input: { readonly [field: string]: Wire | undefined };
}

export const NOTHING_ENTERED: Entered = { record: {}, line: {}, input: {} };

/** A part of a condition, as SQL over the rows that may be picked. */
interface Part {
  readonly tree: Node;
  readonly holds: Sql;
}

/**
 * The rows `t` that a reference takes: those for which its `where` holds, or else the `pick` of their entity. The specification's own
 * condition sees everything. A part of it that reads what was not entered, or what lies behind another reference of the form, is left
 * to the write.
 */
export function offeredRows(context: PlanContext, { target, picker, holder }: AskedField, entered: Entered): Sql {
  const where =
    picker === null || picker.where === null
      ? [target.pick === null ? pickedUnsaid(target) : conditionOf(context, target, 't', target.pick)]
      : partsOf(context)(picker).flatMap(({ tree, holds }) => (isEntered(tree, entered) ? [holds] : []));
  const isItsTree =
    picker !== null && holder === target && target.tree === picker.id && entered.record['id'] !== undefined;
  return all([...where, ...(isItsTree ? [notBelow(context)(picker)] : [])]);
}

/** What pickers offer of an entity that does not say it: of people those who can sign in, for nobody else sees what is given to them. */
function pickedUnsaid({ id }: Pick<Entity, 'id'>): Sql {
  return id === 'user' ? sql`${column('t', 'active')} = TRUE` : TRUE;
}

const partsOf = memoizedWeakly((context: PlanContext) =>
  memoizedWeakly(({ to, where }: Picker): readonly Part[] =>
    conjuncts(where?.tree ?? null).map((tree) => ({
      tree,
      holds: overOptions(context, to, { source: where?.source ?? '', type: tree.type, tree, reads: [] }),
    })),
  ),
);

const BELOW = 'option.id != record.id && !ancestors(option).exists(above, above.id == record.id)';

/** A record of a tree stands neither below itself nor below what stands below it. */
const notBelow = memoizedWeakly((context: PlanContext) =>
  memoizedWeakly(({ to }: Picker): Sql => {
    const record = { kind: 'record', entity: to } as const;
    const { expression } = checkExpression(BELOW, {
      variables: { option: record, record },
      schema: schemaOf(context.model),
      guarded: false,
      expects: 'boolean',
    });
    return expression === null ? TRUE : overOptions(context, to, expression);
  }),
);

function overOptions({ model, dialect }: PlanContext, entity: string, condition: Expression): Sql {
  return compileSql(condition, { model, dialect: dialect.expressions, entity, alias: 't', variable: 'option' });
}

function conjuncts(tree: Node | null): readonly Node[] {
  if (tree === null) return [];
  return tree.node === 'call' && tree.fn === 'and' ? tree.args.flatMap(conjuncts) : [tree];
}

/** What only the form knows beside its values. */
const ELSEWHERE: ReadonlySet<string> = new Set(['before', 'creating', 'transition']);

/** Whether all that an expression reads of the form was entered. */
function isEntered(node: Node, entered: Entered): boolean {
  switch (node.node) {
    case 'literal':
      return true;
    case 'variable':
      return isForm(node.name) ? Object.hasOwn(entered[node.name], 'id') : !ELSEWHERE.has(node.name);
    case 'field':
      return isFieldEntered(node, entered);
    case 'call':
      return node.args.every((arg) => isEntered(arg, entered));
    case 'list':
      return node.items.every((item) => isEntered(item, entered));
    case 'macro':
      return isEntered(node.list, entered) && isEntered(node.body, entered);
  }
}

/** Of what lies behind a reference of the form only its id was entered. */
function isFieldEntered({ of, name }: Extract<Node, { readonly node: 'field' }>, entered: Entered): boolean {
  if (of.node === 'variable' && isForm(of.name)) return Object.hasOwn(entered[of.name], name);
  const isBehind = of.node === 'field' && of.of.node === 'variable' && isForm(of.of.name);
  return isEntered(of, entered) && (!isBehind || name === 'id');
}

function isForm(name: string): name is keyof Entered {
  return name === 'record' || name === 'line' || name === 'input';
}
