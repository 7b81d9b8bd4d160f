import { evaluate, formatDecimal, holds, type Expression, type Field } from '@ninefold/model';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Database, Reader } from '../database.ts';
import { POSTGRES_EXPRESSIONS } from '../postgres/expressions/dialect.ts';
import { compileSql, compileValue, type SqlPlace } from './compile.ts';
import { rowsOfDesk, scopeOf } from './testing/data.ts';
import { checked, DESK } from './testing/desk.ts';
import { booleanOf, numberOf } from './testing/expressions.ts';
import { makeTables, putRows } from './testing/postgres-rows.ts';
import { holderOf, type Rows, type Shown } from './testing/rows.ts';

const PLACE: SqlPlace = { model: DESK, dialect: POSTGRES_EXPRESSIONS, entity: 'ticket', alias: 't' };
const MONEY = DESK.entities['ticket']?.fields['cost'] as Field; // the fixture has it
const RUNS = 100;
const EACH = 20;

interface Case {
  readonly source: string;
  readonly guarded: boolean;
  readonly who: string | null;
}

const cases: fc.Arbitrary<readonly Case[]> = fc.array(
  fc.record({ source: booleanOf(), guarded: fc.boolean(), who: fc.constantFrom('u1', 'u2', null) }),
  { minLength: EACH, maxLength: EACH },
);

const RIGHTS: Readonly<Record<string, Expression>> = {
  'ticket.cost': checked('record.urgent', DESK),
  'ticket.watchers': checked('filled(record.priority)', DESK),
  'team.lead': checked('record.open', DESK, false, 'team'),
  'user.name': checked('record == user || filled(record.team)', DESK, false, 'user'),
};

async function found(reader: Reader, rows: Rows, { source, guarded, who }: Case, place: SqlPlace): Promise<string> {
  const fragment = compileSql(checked(source, DESK, guarded), place);
  const text = `SELECT t."id" FROM "ticket" AS t WHERE ${fragment.text} ORDER BY t."id"`;
  return reader.all(text, fragment.values(scopeOf(rows, who))).then(
    (found) => found.map((row) => String(row['id'])).join(' '),
    (error: unknown) => `${String(error)}: ${text}`,
  );
}

function expected(rows: Rows, { source, guarded, who }: Case, shown?: Shown): string {
  const scope = scopeOf(rows, who, shown);
  const expression = checked(source, DESK, guarded);
  const ids = rows.ticket.map((row) => row.id);
  return ids
    .filter((id) => holds(expression, { ...scope, record: holderOf(rows, 'ticket', id, scope, shown) }) === true)
    .join(' ');
}

function shownIn(rows: Rows, who: string | null): Shown {
  const scope = scopeOf(rows, who);
  return (table, record, field) => holds(RIGHTS[`${table}.${field}`] ?? null, { ...scope, record }) === true;
}

describe('on PostgreSQL', () => {
  let db: Database;
  beforeAll(async () => {
    db = await openTestDatabase();
    await db.alone(makeTables);
  });
  afterAll(() => db.close());

  /** Compares each condition and its negation on random rows; gives the first disagreement. */
  async function disagreement(
    runs: number,
    place: SqlPlace,
    shownOf: (rows: Rows, who: string | null) => Shown | undefined,
  ): Promise<string | undefined> {
    const property = fc.asyncProperty(rowsOfDesk, cases, async (rows, list) => {
      await db.write((tx) => putRows(tx, rows));
      for (const one of list.flatMap((each) => [each, { ...each, source: `!(${each.source})` }])) {
        expect([one, await found(db.read, rows, one, place)]).toEqual([
          one,
          expected(rows, one, shownOf(rows, one.who)),
        ]);
      }
    });
    return fc.defaultReportMessage(await fc.check(property, { numRuns: runs, seed: 9 }));
  }

  test(
    `${RUNS * EACH} random conditions and their negations select what the evaluator says`,
    { timeout: 600_000 },
    async () => {
      expect(await disagreement(RUNS, PLACE, () => undefined)).toBeUndefined();
    },
  );

  test('and so they do where the caller may not read everything', { timeout: 600_000 }, async () => {
    const place = {
      ...PLACE,
      fieldReadable: (entity: string, field: string) => RIGHTS[`${entity}.${field}`] ?? true,
    };
    expect(await disagreement(RUNS / 4, place, shownIn)).toBeUndefined();
  });

  test(
    'random numbers are what the evaluator says, rounded to the scale of a field',
    { timeout: 600_000 },
    async () => {
      const numbers = fc.array(numberOf(), { minLength: EACH, maxLength: EACH });
      const property = fc.asyncProperty(rowsOfDesk, numbers, async (rows, list) => {
        await db.write((tx) => putRows(tx, rows));
        const scope = scopeOf(rows, 'u1');
        for (const source of list) {
          const fragment = compileValue(checked(source, DESK), PLACE, MONEY);
          const text = `SELECT (${fragment.text})::text AS v FROM "ticket" AS t ORDER BY t."id"`;
          const values = (await db.read.all(text, fragment.values(scope))).map(({ v }) => v);
          const wanted = rows.ticket.map((row) => {
            const value = evaluate(checked(source, DESK), {
              ...scope,
              record: holderOf(rows, 'ticket', row.id, scope),
            });
            return typeof value === 'bigint' ? formatDecimal(value, 2) : value;
          });
          expect([source, values.map((value) => (value === null ? null : Number(value).toFixed(2)))]).toEqual([
            source,
            wanted,
          ]);
        }
      });
      await fc.assert(property, { numRuns: RUNS / 10, seed: 9 });
    },
  );
});
