import { isLines } from '@ninefold/model';
import type { Renamed } from '@ninefold/spec';
import { quoted } from '../../sql/names.ts';
import { keepAside } from '../changes/aside.ts';
import {
  found,
  statement,
  together,
  type Change,
  type ChangeKind,
  type Planned,
  type Step,
} from '../changes/change.ts';
import { rowText } from '../tables/gone.ts';
import { exchange, newIds } from './exchange.ts';
import type { PlacedColumn, PlacedTable } from '../comparison/layout.ts';
import type { Where } from '../changes/stored.ts';
import { valuesIn, type Work } from '../comparison/work.ts';

/** As many values are told one by one; beyond it is not a list of options but a text that became one. */
const MOST_VALUES = 20;

/** Options, states and roles that have another id, or are gone. */
export async function planValues(work: Work): Promise<Planned> {
  const parts: Planned[] = [];
  for (const table of work.layout.tables)
    for (const column of table.columns)
      if (column.shape.options !== null) parts.push(await planColumn(work, table, column));
  return together(parts);
}

type Kind = 'option' | 'state' | 'role';

interface Place {
  readonly kind: Kind;
  readonly table: PlacedTable;
  readonly column: PlacedColumn;
  readonly before: { readonly table: string; readonly column: string };
}

function kindOf({ name, shape }: PlacedColumn): Kind {
  if (shape.name === 'state') return 'state';
  return name === 'user.roles' ? 'role' : 'option';
}

async function planColumn(work: Work, table: PlacedTable, column: PlacedColumn): Promise<Planned> {
  if (table.before === null || column.before === null) return { changes: [], steps: [] };
  const kind = kindOf(column);
  const place: Place = { kind, table, column, before: { table: table.before, column: column.before } };
  const renamed = renamings(work, place);
  const counts = await storedValues(work, place);
  const known = new Set([...(column.shape.options ?? []), ...renamed.map(({ was }) => was)]);
  const unknown = [...counts].filter(([value]) => !known.has(value));
  return together([
    renamedValues(work, place, { renamed, counts }),
    ...(unknown.length > MOST_VALUES
      ? [lostValues(work, place, column.name, unknown)]
      : unknown.map((one) => lostValues(work, place, `${column.name}.${one[0]}`, [one]))),
  ]);
}

function renamings({ layout }: Work, { kind, column }: Place): readonly Renamed[] {
  const above = (path: readonly string[]): string => path.slice(0, -1).join('.');
  return layout.pending.filter((one) => {
    if (one.kind !== kind) return false;
    if (kind === 'role') return true;
    return kind === 'state' ? `${above(one.path)}.state` === column.name : above(one.path) === column.name;
  });
}

async function storedValues({ reader }: Work, { before }: Place): Promise<ReadonlyMap<string, number>> {
  const name = quoted(before.column);
  const rows = await reader.all(
    `SELECT ${name} AS value, count(*) AS n FROM ${quoted(before.table)} WHERE ${name} IS NOT NULL GROUP BY ${name} ORDER BY 2 DESC, 1`,
    [],
  );
  return new Map(rows.map(({ value, n }) => [String(value), Number(n)] as const));
}

const RENAMED: Readonly<Record<Kind, ChangeKind>> = {
  option: 'option_renamed',
  state: 'state_renamed',
  role: 'role_renamed',
};
const GONE: Readonly<Record<Kind, ChangeKind>> = { option: 'option_gone', state: 'state_gone', role: 'role_gone' };

function renamedValues(
  work: Work,
  { kind, table, column }: Place,
  { renamed, counts }: { readonly renamed: readonly Renamed[]; readonly counts: ReadonlyMap<string, number> },
): Planned {
  if (renamed.length === 0) return { changes: [], steps: [] };
  const changes = renamed.map(({ path, was }) => {
    const name = `${column.name}.${path.at(-1) ?? ''}`;
    return found(RENAMED[kind], name, table.shape.name, { column: column.shape.name, was, rows: counts.get(was) ?? 0 });
  });
  return { changes, steps: [exchange(table.shape.name, valuesIn(work, table, column), newIds(renamed))] };
}

/** What has an option that is gone becomes blank, what is in a state that is gone begins anew. */
function lostValues(
  work: Work,
  { kind, table, column, before }: Place,
  name: string,
  lost: readonly (readonly [string, number])[],
): Planned {
  const values = lost.map(([value]) => value);
  const marks = values.map(() => '?').join(', ');
  const whereIn = (name: string): Where => ({ text: `${quoted(name)} IN (${marks})`, values });
  const rows = lost.reduce((sum, [, count]) => sum + count, 0);
  const change: Change = found(GONE[kind], name, before.table, {
    column: before.column,
    rows,
    examples: values.slice(0, 3),
    verdict: 'open',
  });
  const row = rowText(table.columns.map((one) => one.shape.name));
  const old = valuesIn(work, table, column);
  const taken = { name, table: table.shape.name, column: old, meaning: 'text', row, where: whereIn(old) };
  const blanked = blank(table, column, whereIn(column.shape.name));
  return { changes: [change], steps: [keepAside(work.scope.now, taken, before), blanked] };
}

function blank(table: PlacedTable, { shape }: PlacedColumn, where: Where): Step {
  const name = quoted(table.shape.name);
  if (table.field !== null && !isLines(table.field))
    return statement('blank', `DELETE FROM ${name} WHERE ${where.text}`, where.values);
  const value = shape.required ? shape.initial : null;
  const text = `UPDATE ${name} SET ${quoted(shape.name)} = CAST(? AS text) WHERE ${where.text}`;
  return statement('blank', text, [value, ...where.values]);
}
