// Limits that several set and read at the same time, at two servers where the database takes two.
import type { LimitAnswer, LimitPage } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { TEST_DIALECT, testPlace, type TestPlace } from '../testing/test-database.ts';

const FILES = [
  {
    path: 'app.yaml',
    text: `ninefold: 1
purpose: { name: desk, languages: [en] }
limits:
  most: { type: integer, value: 100, editable_by: boss }
  rate: { type: integer, values: [{ from: 2026-01-01, value: 100 }], editable_by: boss }
entities: { thing: { fields: { size: { type: integer, max: = limits.most } } } }
roles:
  boss: { thing: all }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
`,
  },
];
const SETTERS = 2;
const TIMES = 5;

let place: TestPlace;
let desks: readonly [Desk, ...Desk[]];
beforeAll(async () => {
  place = await testPlace();
  const kept = { ...place, remove: async () => undefined };
  const first = await startDesk({ files: FILES, place: kept });
  const others = TEST_DIALECT === 'postgres' ? [await startDesk({ files: FILES, place: kept, accounts: false })] : [];
  desks = [first, ...others];
});
afterAll(async () => {
  for (const desk of desks) await desk.close();
  await place.remove();
});

test.each([
  ['most', (n: number) => ({ value: n })],
  ['rate', (n: number) => ({ values: [{ from: '2026-01-01', value: n }] })],
] as const)('each is answered what they have set, and reads a value with its own version (%s)', async (limit, held) => {
  const path = `/api/_limits/${limit}`;
  const callers = await Promise.all(
    desks.flatMap((desk) => Array.from({ length: SETTERS }, () => desk.signedIn('cleo@example.com'))),
  );
  const seen: LimitAnswer[] = [];
  const setting = callers.map(async (cleo, setter) => {
    for (let n = 1; n <= TIMES; n += 1) {
      const sent = held(1000 * (setter + 1) + n);
      const { status, json } = await cleo.call('PATCH', path, { body: sent });
      expect([status, json]).toMatchObject([200, sent]);
      seen.push(json as LimitAnswer);
      for (const each of callers) seen.push((await each.call('GET', path)).json as LimitAnswer);
    }
  });
  await Promise.all(setting);
  const reader = await desks[0].signedIn('cleo@example.com');
  const { history } = (await reader.call('GET', path)).json as LimitPage;
  const byVersion = new Map(history.map(({ version, value, values }) => [version, JSON.stringify(values ?? value)]));
  expect([...byVersion.keys()]).toEqual(
    Array.from({ length: callers.length * TIMES }, (_, n) => callers.length * TIMES - n),
  );
  const ofSet = seen.filter(({ version }) => version > 0);
  for (const { version, value, values } of ofSet)
    expect([version, JSON.stringify(values ?? value)]).toEqual([version, byVersion.get(version)]);
});
