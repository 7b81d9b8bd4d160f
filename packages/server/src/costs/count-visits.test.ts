import { expect, test } from 'vitest';
import { openConnection } from '../storage/sqlite/connections/connection.ts';
import { sqliteCounting } from './count-visits.ts';

const ROWS = 1000;
const LIVE = 't."trashed_at" IS NULL';

/** Rows 0 to 999: `tens` has ten values, `odd` two, each as often as the others. */
function counted() {
  const connection = openConnection(':memory:');
  connection.exec(`
    CREATE TABLE "a" ("id" TEXT PRIMARY KEY, "version" INTEGER, "tens" INTEGER, "odd" INTEGER, "word" TEXT, "trashed_at" TEXT);
    CREATE INDEX "a.tens" ON "a" ("tens", "odd", "trashed_at", "id");
    CREATE INDEX "a.odd.id" ON "a" ("odd", "id", "trashed_at") WHERE "trashed_at" IS NULL;
  `);
  for (let n = 0; n < ROWS; n += 1)
    connection.run('INSERT INTO "a" VALUES (?, 1, ?, ?, ?, NULL)', [
      String(n).padStart(4, '0'),
      n % 10,
      Math.floor(n / 10) % 2,
      `word ${String(n % 7)}`,
    ]);
  connection.exec('ANALYZE');
  return sqliteCounting(connection).visits;
}

test('entries of an index that has all that is asked are counted, and no row', async () => {
  const [visits] = await counted()(`SELECT count(*) FROM "a" t WHERE ${LIVE} AND t."tens" = ? AND t."odd" + 0 = 1`, [
    3,
  ]);
  expect(visits).toEqual({ indexes: ['a.tens'], entries: 100, rows: 0, found: 50, counts: true, stops: null });
});

test('rows are counted that are looked up because of what the index holds', async () => {
  const [visits] = await counted()(
    `SELECT t."id" FROM "a" t WHERE ${LIVE} AND t."tens" = ? AND t."odd" + 0 = 1 AND t."word" <> 'x'`,
    [3],
  );
  expect(visits).toMatchObject({ indexes: ['a.tens'], entries: 100, rows: 50, found: 50 });
});

test('a page in the order of an index ends once it is full', async () => {
  const [visits] = await counted()(
    `SELECT t."id" FROM "a" t WHERE ${LIVE} AND t."odd" = ? ORDER BY t."id" LIMIT 26 OFFSET 0`,
    [1],
  );
  expect(visits).toMatchObject({ indexes: ['a.odd.id'], rows: 0, found: 26, stops: 26 });
  expect(visits?.entries).toBeLessThanOrEqual(27);
});

test('a page that has to be sorted looks at all of its rows, and without an index at the whole table', async () => {
  const [visits] = await counted()(`SELECT t."id" FROM "a" t WHERE ${LIVE} ORDER BY t."word" LIMIT 26 OFFSET 0`, []);
  expect(visits).toMatchObject({ indexes: [], entries: 0, rows: ROWS, found: 26, stops: null });
});

test('the index of a primary key is called after it', async () => {
  const [visits] = await counted()(`SELECT t."word" FROM "a" t WHERE ${LIVE} AND t."id" = ?`, ['0007']);
  expect(visits).toMatchObject({ indexes: ['a.id'], entries: 1, rows: 1, found: 1 });
});
