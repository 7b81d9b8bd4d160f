import type { Entity, Field, Node } from '@ninefold/model';

/** Fields of an entity that add up a column of these lines, by the column: `total: sum(record.lines.map(l, l.price))`. */
export function totalsOf(entity: Entity, lines: string): ReadonlyMap<string, Field> {
  const found = Object.values(entity.fields).flatMap((field): readonly (readonly [string, Field])[] => {
    const column = columnOf(field.computed?.expression.tree ?? null, lines);
    return column === null ? [] : [[column, field]];
  });
  return new Map(found);
}

/** The column, if the expression only adds it up. */
function columnOf(tree: Node | null, lines: string): string | null {
  if (tree?.node !== 'call' || tree.fn !== 'sum') return null;
  const [list] = tree.args;
  if (list?.node !== 'macro' || list.fn !== 'map' || !isLines(list.list, lines)) return null;
  const { body, variable } = list;
  const isColumn = body.node === 'field' && body.of.node === 'variable' && body.of.name === variable;
  return isColumn ? body.name : null;
}

function isLines(node: Node, lines: string): boolean {
  return node.node === 'field' && node.name === lines && node.of.node === 'variable' && node.of.name === 'record';
}
