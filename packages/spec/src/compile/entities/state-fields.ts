import {
  cyclesOf,
  PLAIN_FIELD,
  stateNames,
  type Branch,
  type Entity,
  type Expression,
  type Field,
  type Lifecycle,
  type Node,
  type Type,
} from '@ninefold/model';
import { ID } from '../../expressions/schema/ids.ts';
import { BOOLEAN, DATETIME, listOf, TEXT } from '../../expressions/schema/types.ts';
import type { Context } from '../reading/context.ts';

/** A field that transitions write, or that follows: nobody sends it, and no copy of the record takes it along. */
const KEPT = { ...PLAIN_FIELD, readOnly: true, noCopy: true } as const;

/** The fields of the life cycles of an entity beside the first: the state, when it was entered, and whether it is final. */
export function stateFields(
  ctx: Context,
  entity: string,
  written: Readonly<Record<string, Field>>,
): Readonly<Record<string, Field>> {
  const fields = ctx.names.stateFields(entity).flatMap((id): readonly Field[] => {
    if (!ID.test(id)) return [];
    const { since, final } = stateNames(id);
    for (const name of [id, since, final]) {
      const spot = ctx.spots.get(`field ${entity}.${name}`);
      if (Object.hasOwn(written, name) && spot) ctx.report('NF0306', spot, { name });
    }
    const options = ctx.names.states(`${entity}.${id}`);
    const own = { ...KEPT, cycle: id };
    return [
      { ...own, id, type: 'choice', options, required: true, index: true },
      { ...own, id: since, type: 'datetime', era: false },
      { ...own, id: final, type: 'boolean' },
    ];
  });
  return Object.fromEntries(fields.map((field) => [field.id, field]));
}

/** The entity with values in the fields of its further life cycles: what they are at first, or what they follow from. */
export function withStates(entity: Entity): Entity {
  const further = cyclesOf(entity).filter(({ field }) => Object.hasOwn(entity.lifecycles, field));
  const fields = further.flatMap(({ field: id, lifecycle }): readonly Field[] => {
    const { since, final } = stateNames(id);
    const [state, date, end] = [entity.fields[id], entity.fields[since], entity.fields[final]];
    if (!state || !date || !end) return [];
    const derived = lifecycle.derived.length > 0;
    return [
      derived
        ? { ...state, computed: { expression: followed(lifecycle.derived), live: false } }
        : { ...state, default: expression(textLiteral(lifecycle.initial), []) },
      { ...date, default: expression({ node: 'variable', type: DATETIME, name: 'now' }, ['now']) },
      { ...end, computed: { expression: finality(entity.id, id, lifecycle), live: false } },
    ];
  });
  if (fields.length === 0) return entity;
  return { ...entity, fields: { ...entity.fields, ...Object.fromEntries(fields.map((field) => [field.id, field])) } };
}

/** `record.delivery in ["done", "lost"]`. */
function finality(entity: string, field: string, { states }: Lifecycle): Expression {
  const record: Node = { node: 'variable', type: { kind: 'record', entity }, name: 'record' };
  const state: Node = { node: 'field', type: TEXT, of: record, name: field };
  const ends = Object.values(states).filter(({ final }) => final);
  const items = ends.map(({ id }) => textLiteral(id));
  if (items.length === 0) return expression({ node: 'literal', type: BOOLEAN, value: false }, []);
  const list: Node = { node: 'list', type: listOf(TEXT), items };
  const source = `record.${field} in [${ends.map(({ id }) => JSON.stringify(id)).join(', ')}]`;
  return { ...expression(call('in', BOOLEAN, [state, list]), [`record.${field}`]), source };
}

/** The state of the first condition that holds. */
function followed(branches: readonly Branch[]): Expression {
  const reads = [...new Set(branches.flatMap(({ when }) => when?.reads ?? []))];
  const sources = branches.map(({ to, when }) => (when === null ? JSON.stringify(to) : `${when.source} ? "${to}" : `));
  const last: Node = textLiteral(branches.at(-1)?.to ?? '');
  const tree = branches
    .slice(0, -1)
    .reduceRight<Node>(
      (rest, { to, when }) => (when?.tree ? call('if', TEXT, [when.tree, textLiteral(to), rest]) : rest),
      last,
    );
  return { ...expression(tree, reads), source: sources.join('') };
}

function call(fn: string, type: Type, args: readonly Node[]): Node {
  return { node: 'call', type, fn, args };
}

function textLiteral(value: string): Node {
  return { node: 'literal', type: TEXT, value };
}

function expression(tree: Node, reads: readonly string[]): Expression {
  const source = tree.node === 'literal' ? JSON.stringify(tree.value) : tree.node === 'variable' ? tree.name : '';
  return { source, type: tree.type, tree, reads };
}
