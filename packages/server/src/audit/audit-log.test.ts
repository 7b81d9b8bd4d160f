// Also in the portable form: a table that only grows.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../records/migrate.ts';
import { applicationOf } from '../records/testing/open-desk.ts';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { AUDIT_TABLE, createAuditLog, type AuditLog } from './audit-log.ts';
import type { AuditQuery } from './audit-page.ts';

const { model } = applicationOf('ninefold: 1\nlimits: { audit_days: 10 }\n');
const DAY_MS = 86_400_000;
const ALL: AuditQuery = { from: null, to: null, act: null, people: null, address: null, after: null, size: 50 };

let db: Database;
let audit: AuditLog;
let now: number;
const clock = (): string => new Date(now).toISOString();
beforeEach(async () => {
  now = Date.parse('2026-03-05T12:00:00.000Z');
  db = await openTestDatabase();
  await migrate(db, model, [AUDIT_TABLE]);
  audit = createAuditLog(db, model, clock);
});
afterEach(() => db.close());

const acts = async (query: Partial<AuditQuery> = {}): Promise<readonly string[]> =>
  (await audit.page({ ...ALL, ...query })).items.map(({ act }) => act);

test('the database refuses to change an entry, and to delete one before its time', async () => {
  await audit.note({ act: 'key_made', by: 'ada', about: 'bo', address: '203.0.113.7', details: { name: 'x' } });
  const run = (text: string): Promise<unknown> => db.write((tx) => tx.run(text, []));
  for (const text of [
    `UPDATE "_audit" SET "by" = 'bo'`,
    `UPDATE "_audit" SET "until" = "at"`,
    'DELETE FROM "_audit"',
    ...(db.dialect.id === 'postgres' ? ['TRUNCATE "_audit"'] : []),
  ])
    await expect(run(text)).rejects.toThrow(/append only/);
  expect(await audit.page(ALL)).toEqual({
    items: [
      {
        id: expect.any(String) as unknown,
        at: '2026-03-05T12:00:00.000Z',
        act: 'key_made',
        by: 'ada',
        about: 'bo',
        address: '203.0.113.7',
        details: { name: 'x' },
        cause: null,
      },
    ],
    next: null,
  });
});

test('a start makes the table refuse again what a restored one does not refuse', async () => {
  const { schema } = db.dialect;
  await audit.note({ act: 'signed_in' });
  await db.alone(async (tx) => {
    await tx.run(schema.dropTable('_audit'), []);
    await tx.run(schema.createTable(AUDIT_TABLE), []);
  });
  for (const _again of [1, 2]) await migrate(db, model, [AUDIT_TABLE]);
  await audit.note({ act: 'signed_out' });
  await expect(db.write((tx) => tx.run('DELETE FROM "_audit"', []))).rejects.toThrow(/append only/);
});

test('entries go when their days are over, and how many went stays', async () => {
  await audit.note({ act: 'signed_in' });
  await audit.note({ act: 'signed_out' });
  now += 5 * DAY_MS;
  await audit.note({ act: 'key_made' });
  now += 5 * DAY_MS - 1;
  expect(await audit.trim()).toBe(0);
  now += 1;
  expect(await audit.trim()).toBe(2);
  expect(await acts()).toEqual(['log_trimmed', 'key_made']);
  expect((await audit.page(ALL)).items[0]?.details).toEqual({ count: 2 });
  expect(await audit.trim()).toBe(0);
});

test('an act and its entry are stored together, or neither is', async () => {
  const failing = db.write(async (tx) => {
    audit.add(tx, { act: 'key_made' });
    await tx.all('SELECT 1 AS n', []);
    throw new Error('the act failed');
  });
  await expect(failing).rejects.toThrow('the act failed');
  expect(await acts()).toEqual([]);
});

test('the log is narrowed by time, act, person and address, and read page by page', async () => {
  const people = ['ada', 'bo', null];
  for (let n = 0; n < 12; n += 1) {
    now += 60_000;
    const about = n % 4 === 0 ? 'cleo' : null;
    await audit.note({
      act: n % 2 === 0 ? 'signed_in' : 'exported',
      by: people[n % 3] ?? null,
      about,
      address: `10.0.0.${String(n % 2)}`,
    });
  }
  const times = async (query: Partial<AuditQuery>): Promise<readonly string[]> =>
    (await audit.page({ ...ALL, ...query })).items.map(({ at }) => at.slice(14, 16));
  expect(await times({ from: '2026-03-05T12:03:00.000Z', to: '2026-03-05T12:05:00.000Z' })).toEqual(['04', '03']);
  expect(await times({ act: 'exported', from: '2026-03-05T12:08:00.000Z' })).toEqual(['12', '10', '08']);
  expect(await times({ people: ['ada'] })).toEqual(['10', '07', '04', '01']);
  expect(await times({ people: ['cleo'] })).toEqual(['09', '05', '01']);
  expect(await times({ people: [] })).toEqual([]);
  expect(await times({ address: '10.0.0.1', people: ['bo', 'cleo'] })).toEqual(['08', '02']);
  const pages: (readonly string[])[] = [];
  for (let after: string | null = null, more = true; more; more = after !== null) {
    const page = await audit.page({ ...ALL, after, size: 5 });
    pages.push(page.items.map(({ at }) => at.slice(14, 16)));
    after = page.next;
  }
  expect(pages).toEqual([
    ['12', '11', '10', '09', '08'],
    ['07', '06', '05', '04', '03'],
    ['02', '01'],
  ]);
});
