import { evaluate, formatDecimal, holds, type Expression, type Field } from '@ninefold/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileSql, compileValue, type SqlPlace } from './compile.ts';
import { SQLITE_EXPRESSIONS } from '../sqlite/expressions/dialect.ts';
import { rowsOfDesk, scopeOf } from './testing/data.ts';
import { checked, DESK } from './testing/desk.ts';
import { booleanOf, numberOf } from './testing/expressions.ts';
import { bindable, databaseOf, holderOf, type Rows, type Shown } from './testing/rows.ts';

const PLACE = { model: DESK, dialect: SQLITE_EXPRESSIONS, entity: 'ticket', alias: 't' };
const MONEY = DESK.entities['ticket']?.fields['cost'] as Field; // the fixture has it
const RUNS = 100;
const EACH = 20;

type Database = ReturnType<typeof databaseOf>;

/** What a caller may read, each as a condition on the record that holds the field; all of what is his own. */
const RIGHTS: Readonly<Record<string, Expression>> = {
  'ticket.cost': checked('record.urgent', DESK),
  'ticket.team': checked('record.state == "new"', DESK),
  'ticket.watchers': checked('filled(record.priority)', DESK),
  'ticket.lines': checked('record.count >= 0', DESK),
  'ticket.doubled': checked('filled(record.ratio)', DESK),
  'team.lead': checked('record.open', DESK, false, 'team'),
  'user.name': checked('record == user || filled(record.team)', DESK, false, 'user'),
  'user.teams': checked('record == user || filled(record.manager)', DESK, false, 'user'),
  'user.roles': checked('record == user || filled(record.name)', DESK, false, 'user'),
};
const CALLER = { ...PLACE, fieldReadable: (entity: string, field: string) => RIGHTS[`${entity}.${field}`] ?? true };

/** The same of a row that is at hand. */
function shownIn(rows: Rows, who: string | null): Shown {
  const scope = scopeOf(rows, who);
  return (table, record, field) => holds(RIGHTS[`${table}.${field}`] ?? null, { ...scope, record }) === true;
}

function found(database: Database, rows: Rows, { source, guarded, who }: Case, place: SqlPlace): string {
  const fragment = compileSql(checked(source, DESK, guarded), place);
  const values = bindable(fragment.values(scopeOf(rows, who)));
  const statement = database.prepare(`SELECT t."id" FROM "ticket" AS t WHERE ${fragment.text} ORDER BY t."id"`);
  return statement
    .all(...values)
    .map((row) => String(row['id']))
    .join(' ');
}

function expected(rows: Rows, { source, guarded, who }: Case, shown?: Shown): string {
  const scope = scopeOf(rows, who, shown);
  const expression = checked(source, DESK, guarded);
  const ids = rows.ticket.map((row) => row.id);
  return ids
    .filter((id) => holds(expression, { ...scope, record: holderOf(rows, 'ticket', id, scope, shown) }) === true)
    .join(' ');
}

function values(database: Database, rows: Rows, source: string): readonly unknown[] {
  const fragment = compileValue(checked(source, DESK), PLACE, MONEY);
  const statement = database.prepare(`SELECT ${fragment.text} AS v FROM "ticket" AS t ORDER BY t."id"`);
  statement.setReadBigInts(true);
  return statement.all(...bindable(fragment.values(scopeOf(rows, 'u1')))).map((row) => row['v']);
}

function expectedValues(rows: Rows, source: string): readonly unknown[] {
  const scope = scopeOf(rows, 'u1');
  return rows.ticket.map((row) => {
    const value = evaluate(checked(source, DESK), { ...scope, record: holderOf(rows, 'ticket', row.id, scope) });
    return typeof value === 'bigint' ? BigInt(formatDecimal(value, 2).replace('.', '')) : value;
  });
}

interface Case {
  readonly source: string;
  readonly guarded: boolean;
  readonly who: string | null;
}

const cases: fc.Arbitrary<readonly Case[]> = fc.array(
  fc.record({ source: booleanOf(), guarded: fc.boolean(), who: fc.constantFrom('u1', 'u2', null) }),
  { minLength: EACH, maxLength: EACH },
);

/** Compares each condition and its negation on random rows; gives the first disagreement. */
function disagreement(
  runs: number,
  place: SqlPlace,
  shownOf: (rows: Rows, who: string | null) => Shown | undefined,
): string | undefined {
  const property = fc.property(rowsOfDesk, cases, (rows, list) => {
    const database = databaseOf(rows);
    for (const one of list.flatMap((each) => [each, { ...each, source: `!(${each.source})` }])) {
      expect([one, found(database, rows, one, place)]).toEqual([one, expected(rows, one, shownOf(rows, one.who))]);
    }
    database.close();
  });
  return fc.defaultReportMessage(fc.check(property, { numRuns: runs, seed: 9 }));
}

test(
  `${RUNS * EACH} random conditions and their negations select what the evaluator says`,
  { timeout: 300_000 },
  () => {
    expect(disagreement(RUNS, PLACE, () => undefined)).toBeUndefined();
  },
);

test('and so they do where the caller may not read everything', { timeout: 300_000 }, () => {
  expect(disagreement(RUNS / 4, CALLER, shownIn)).toBeUndefined();
});

test('random numbers are what the evaluator says, rounded to the scale of a field', { timeout: 300_000 }, () => {
  const numbers = fc.array(numberOf(), { minLength: EACH, maxLength: EACH });
  fc.assert(
    fc.property(rowsOfDesk, numbers, (rows, list) => {
      const database = databaseOf(rows);
      for (const source of list)
        expect([source, values(database, rows, source)]).toEqual([source, expectedValues(rows, source)]);
      database.close();
    }),
    { numRuns: RUNS / 10, seed: 9 },
  );
});
