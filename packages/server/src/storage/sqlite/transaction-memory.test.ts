import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openSqlite } from './open.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const MEGABYTE = 1_000_000;
const ROWS = 16_000;

test('a transaction of any size takes the same memory, inside and outside of the heap', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-'));
  const db = await openSqlite(join(folder, 'a.sqlite'));
  await db.write(async (tx) => {
    await tx.run('CREATE TABLE t (n INTEGER PRIMARY KEY, s TEXT) STRICT', []);
    await tx.run(
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?)
       INSERT INTO t SELECT n, printf('%03000d', n) FROM c`,
      [ROWS],
    );
  });
  const told: unknown[] = [];
  db.follow(({ changes }) => told.push(...changes));
  const held: NodeJS.MemoryUsage[] = [];
  await db.write(async (tx) => {
    for (let n = 1; n <= ROWS; n += 1) {
      if (n === 10_000 || n === ROWS) {
        collect();
        held.push(process.memoryUsage());
      }
      await tx.savepoint(() => tx.run(`UPDATE t SET s = replace(s, '0', '1') WHERE n = ?`, [n]));
      tx.changed({ entity: 't', id: `row ${String(n)}` });
    }
  });
  const [first, last] = held;
  expect(told).toEqual([{ entity: 't', id: null }]);
  expect((last?.heapUsed ?? Infinity) - (first?.heapUsed ?? 0)).toBeLessThan(MEGABYTE);
  expect((last?.rss ?? Infinity) - (first?.rss ?? 0)).toBeLessThan(24 * MEGABYTE); // as much is changed between, and kept twice where it is kept
  await db.close();
  rmSync(folder, { recursive: true });
});
