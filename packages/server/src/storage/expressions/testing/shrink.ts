import { checkExpression } from '@ninefold/spec/expressions';
import { DESK, placeOf } from './desk.ts';
import type { Engine } from './engine.ts';
import { differenceOf, type Case, type Difference } from './judging.ts';
import type { Row, Rows } from './rows.ts';

/** The same difference with one ticket, a shorter expression and emptier rows, as far as it stays one. */
export async function shrunk(engine: Engine, difference: Difference): Promise<Difference> {
  let found = difference;
  const tried = async (smaller: Pick<Difference, 'rows' | 'case'>): Promise<boolean> => {
    const still = await differenceOf(engine, smaller.rows, smaller.case);
    found = still ?? found;
    return still !== null;
  };
  for (const ticket of difference.rows.ticket)
    if (await tried({ ...found, rows: { ...found.rows, ticket: [ticket] } })) break;
  for (let shorter = true; shorter; ) {
    shorter = false;
    for (const source of partsOf(found.case))
      if (await tried({ ...found, case: { ...found.case, source } })) {
        shorter = true;
        break;
      }
  }
  for (const table of ['ticket', 'user', 'team'] as const)
    for (const at of found.rows[table].keys())
      for (const field of Object.keys(found.rows[table][at] ?? {}))
        for (const rows of emptier(found.rows, table, at, field)) if (await tried({ ...found, rows })) break;
  return found;
}

/** What stands in parentheses and has the type of the whole, the shortest first. */
function partsOf({ source, guarded }: Case): readonly string[] {
  const found: string[] = [];
  const open: number[] = [];
  for (const [at, sign] of source.split('').entries()) {
    if (sign === '(') open.push(at);
    if (sign !== ')') continue;
    const from = open.pop();
    if (from !== undefined) found.push(source.slice(from + 1, at));
  }
  const kind = kindOf(source, guarded);
  return [...new Set(found)]
    .filter((part) => part.length < source.length && kindOf(part, guarded) === kind)
    .toSorted((a, b) => a.length - b.length);
}

/** The type of a source; null where it is no expression by itself. */
function kindOf(source: string, guarded: boolean): string | null {
  const { expression } = checkExpression(source, placeOf(DESK, guarded, 'ticket'));
  return expression && expression.type.kind;
}

/** The rows with this value blank, or half as long where it is a list. */
function emptier(rows: Rows, table: keyof Rows, at: number, field: string): readonly Rows[] {
  const row = rows[table][at];
  const value = row?.[field];
  if (row === undefined || field === 'id' || field === 'state' || field === 'created_at' || value === null) return [];
  const put = (blank: unknown): Rows => ({ ...rows, [table]: rows[table].with(at, { ...row, [field]: blank } as Row) });
  if (Array.isArray(value)) return value.length === 0 ? [] : [put([]), put(value.slice(0, value.length >> 1))];
  return typeof value === 'boolean' ? [] : [put(null)];
}
