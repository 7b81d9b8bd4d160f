import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en] }
entities: { thing: { title: name, fields: { name: { type: string }, size: { type: integer } } } }
roles:
  boss: { thing: all }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
`;
/** More than are found at once, and no whole number of what one survey reads. */
const ROWS = 11_037;

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  cleo = await desk.signedIn('cleo@example.com');
  const at = `'2026-03-05T12:00:00.000Z'`;
  await desk.database.write((tx) =>
    tx.run(
      `INSERT INTO "thing" ("id", "version", "created_at", "changed_at", "name", "size")
        WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${String(ROWS)})
        SELECT 't' || i, 1, ${at}, ${at}, 'N' || (i % 97), i % 5 FROM c`,
      [],
    ),
  );
});
afterAll(() => desk.close());

test.each(['sort=-size', 'sort=name', ''])('each row is in a long export once, in order (%s)', async (sort) => {
  const answer = await cleo.call('GET', `/api/thing?format=jsonl&${sort}`);
  const rows = answer.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly id: string; readonly size: number; readonly name: string });
  expect(new Set(rows.map(({ id }) => id)).size).toBe(ROWS);
  expect(rows.length).toBe(ROWS);
  const inOrder = rows.toSorted((a, b) =>
    sort === 'sort=-size'
      ? b.size - a.size
      : sort === ''
        ? 0
        : a.name.toLowerCase() < b.name.toLowerCase()
          ? -1
          : a.name === b.name
            ? 0
            : 1,
  );
  expect(rows.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
});
