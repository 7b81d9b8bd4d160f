import { evaluate, formatDecimal, holds, type Field } from '@ninefold/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileSql, compileValue } from './compile.ts';
import { rowsOfDesk, scopeOf } from './testing/data.ts';
import { checked, DESK } from './testing/desk.ts';
import { booleanOf, numberOf } from './testing/expressions.ts';
import { databaseOf, holderOf, type Rows } from './testing/rows.ts';

const PLACE = { model: DESK, entity: 'ticket', alias: 't' };
const MONEY = DESK.entities['ticket']?.fields['cost'] as Field; // the fixture has it
const RUNS = 100;
const EACH = 20;

type Database = ReturnType<typeof databaseOf>;

function found(database: Database, rows: Rows, who: string | null, source: string, guarded: boolean): string {
  const fragment = compileSql(checked(source, DESK, guarded), PLACE);
  const values = fragment.values(scopeOf(rows, who));
  const statement = database.prepare(`SELECT t."id" FROM "ticket" AS t WHERE ${fragment.text} ORDER BY t."id"`);
  return statement
    .all(...values)
    .map((row) => String(row['id']))
    .join(' ');
}

function expected(rows: Rows, who: string | null, source: string, guarded: boolean): string {
  const scope = scopeOf(rows, who);
  const expression = checked(source, DESK, guarded);
  const ids = rows.ticket.map((row) => row.id);
  return ids
    .filter((id) => holds(expression, { ...scope, record: holderOf(rows, 'ticket', id, scope) }) === true)
    .join(' ');
}

function values(database: Database, rows: Rows, source: string): readonly unknown[] {
  const fragment = compileValue(checked(source, DESK), PLACE, MONEY);
  const statement = database.prepare(`SELECT ${fragment.text} AS v FROM "ticket" AS t ORDER BY t."id"`);
  statement.setReadBigInts(true);
  return statement.all(...fragment.values(scopeOf(rows, 'u1'))).map((row) => row['v']);
}

function expectedValues(rows: Rows, source: string): readonly unknown[] {
  const scope = scopeOf(rows, 'u1');
  return rows.ticket.map((row) => {
    const value = evaluate(checked(source, DESK), { ...scope, record: holderOf(rows, 'ticket', row.id, scope) });
    return typeof value === 'bigint' ? BigInt(formatDecimal(value, 2).replace('.', '')) : value;
  });
}

const condition = fc.tuple(booleanOf(), fc.boolean(), fc.constantFrom('u1', 'u2', null));

test(
  `${RUNS * EACH} random conditions select what the evaluator says, and so do their negations`,
  { timeout: 120_000 },
  () => {
    const conditions = fc.array(condition, { minLength: EACH, maxLength: EACH });
    fc.assert(
      fc.property(rowsOfDesk, conditions, (rows, list) => {
        const database = databaseOf(rows);
        for (const [source, guarded, who] of list) {
          for (const text of [source, `!(${source})`]) {
            const context = `${text} guarded=${guarded} user=${who}`;
            expect(`${context}: ${found(database, rows, who, text, guarded)}`).toBe(
              `${context}: ${expected(rows, who, text, guarded)}`,
            );
          }
        }
        database.close();
      }),
      { numRuns: RUNS, seed: 9 },
    );
  },
);

test('random numbers are what the evaluator says, rounded to the scale of a field', { timeout: 120_000 }, () => {
  const numbers = fc.array(numberOf(), { minLength: EACH, maxLength: EACH });
  fc.assert(
    fc.property(rowsOfDesk, numbers, (rows, list) => {
      const database = databaseOf(rows);
      for (const source of list)
        expect([source, values(database, rows, source)]).toEqual([source, expectedValues(rows, source)]);
      database.close();
    }),
    { numRuns: RUNS / 4, seed: 9 },
  );
});
