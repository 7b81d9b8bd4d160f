import { afterEach, beforeEach, expect, test } from 'vitest';
import { storageFailure } from '../failure.ts';
import { openPlace, testPlace, type TestPlace } from '../../testing/test-database.ts';
import type { Database } from '../database/database.ts';

let place: TestPlace;
let db: Database;
beforeEach(async () => {
  place = await testPlace();
  db = await openPlace(place, { ms: 30_000 });
});
afterEach(async () => {
  await db.close();
  await place.remove();
});

/** Numbers that a function of ours is called for, each with a text of its own. */
const called = (count: number): string =>
  `WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${String(count)})
    SELECT i FROM c WHERE nf_length(printf('%.*c', 20000, 'x') || i) < 0`;

test('a survey that fills its memory is given up as one that takes too long, and others go on', async () => {
  const failed = await db.survey('ada', (reader) => reader.all(called(100_000), [])).catch((reason: unknown) => reason);
  expect([storageFailure(failed), String(failed)]).toEqual(['took_too_long', expect.stringContaining('memory')]);
  expect(await db.survey('ada', (reader) => reader.all(called(10), []))).toEqual([]);
});
