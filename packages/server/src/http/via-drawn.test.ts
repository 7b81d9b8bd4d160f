// Rights that come by `via`, drawn at random: every way of reading shows what an evaluator in memory says over all records.
import type { ListAnswer, RecordValue } from '@ninefold/model';
import { expect, test } from 'vitest';
import { seededRandom } from '../costs/seeded-random.ts';
import type { Random } from '../records/testing/list-shapes.ts';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { TEST_DIALECT } from '../testing/test-database.ts';
import { CHAIN, drawRoles, may, sees, specificationOf, type Link, type Person, type Row } from './testing/drawn-via.ts';

const { NINEFOLD_PROVE_SEED: given = String(Date.now() % 1e6), NINEFOLD_PROVE_LISTS: lists } = process.env;
/** So many specifications are drawn; `npm run prove` asks for more. */
const DRAWN = lists === undefined ? (TEST_DIALECT === 'postgres' ? 1 : 3) : Number(lists);
/** What people have, one after the other. */
const HELD = [['red'], ['blue'], ['green'], ['red', 'blue'], ['blue', 'green']] as const;
const COUNTS: Readonly<Record<Link, number>> = { firm: 4, order: 9, item: 18 };
/** Stands in every hint; it is searched. */
const WORD = 'zqhint';

/** Records of all three entities, some of which belong to nothing, each changed once. */
async function fill(boss: Browser, people: readonly string[], random: Random): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
  for (const [at, entity] of CHAIN.entries())
    for (let n = 0; n < COUNTS[entity]; n += 1) {
      const higher = rows.filter((row) => row.entity === CHAIN[at - 1]);
      const above = random() < 0.15 ? null : (pick(higher) ?? null);
      const values = { owner: pick(people) ?? '', open: random() < 0.5, size: Math.floor(random() * 5) };
      const body = { name: `${entity} ${String(n)}`, ...values, hint: 'first', ...(above ? { above: above.id } : {}) };
      const made = await boss.call('POST', `/api/${entity}`, { body });
      expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
      const { id } = made.json as RecordValue;
      await boss.call('PATCH', `/api/${entity}/${id}`, { body: { hint: `${WORD} ${String(n)}` } });
      rows.push({ id, entity, above, ...values });
    }
  return rows;
}

interface Reading {
  readonly person: Person;
  readonly by: Browser;
  readonly rows: readonly Row[];
  /** Names the case where something differs. */
  readonly told: string;
}

const sortedIds = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id).toSorted();

/** The records of a list, without those that nobody may ask for so. */
async function listed({ by }: Reading, path: string): Promise<readonly RecordValue[]> {
  const { status, json } = await by.call('GET', path);
  return status === 200 ? (json as ListAnswer).items : [];
}

/** Lists, searches, conditions, counts and related lists of one entity. */
async function holdLists(reading: Reading, entity: Link): Promise<void> {
  const { person, rows, told } = reading;
  const readable = rows.filter((row) => row.entity === entity && may(person, 'read', row));
  const found = await listed(reading, `/api/${entity}?size=100`);
  expect([told, entity, sortedIds(found)]).toEqual([told, entity, sortedIds(readable)]);
  for (const record of found) {
    const row = readable.find(({ id }) => id === record.id);
    if (row) holdFields(reading, row, record);
  }
  const searched = await listed(reading, `/api/${entity}?size=100&search=${WORD}`);
  const withHint = readable.filter((row) => sees(person, 'read', row, 'hint'));
  expect([told, entity, 'search', sortedIds(searched)]).toEqual([told, entity, 'search', sortedIds(withHint)]);
  const large = await listed(reading, `/api/${entity}?size=100&where=${encodeURIComponent('record.size > 2')}`);
  const withSize = readable.filter((row) => row.size > 2 && sees(person, 'read', row, 'size'));
  expect([told, entity, 'where', sortedIds(large)]).toEqual([told, entity, 'where', sortedIds(withSize)]);
  const inverse = { firm: 'orders', order: 'items', item: null }[entity];
  for (const row of inverse === null ? [] : readable) {
    const below = await listed(reading, `/api/${entity}/${row.id}/${String(inverse)}?size=100`);
    const wanted = rows.filter((one) => one.above?.id === row.id && may(person, 'read', one));
    expect([told, row.id, inverse, sortedIds(below)]).toEqual([told, row.id, inverse, sortedIds(wanted)]);
  }
}

function holdFields({ person, told }: Reading, row: Row, record: RecordValue): void {
  const shown = { size: record['size'] !== undefined, hint: record['hint'] !== undefined };
  const wanted = { size: sees(person, 'read', row, 'size'), hint: sees(person, 'read', row, 'hint') };
  expect([told, row.id, shown]).toEqual([told, row.id, wanted]);
}

/** Each record alone, and its history. */
async function holdRecords(reading: Reading): Promise<void> {
  const { person, by, rows, told } = reading;
  for (const row of rows) {
    const at = `/api/${row.entity}/${row.id}`;
    const alone = await by.call('GET', at);
    const isRead = may(person, 'read', row);
    expect([told, at, alone.status === 200]).toEqual([told, at, isRead]);
    if (isRead) holdFields(reading, row, alone.json as RecordValue);
    const history = await by.call('GET', `${at}/history`);
    const isTold = isRead && may(person, 'history', row);
    expect([told, at, 'history', history.status === 200]).toEqual([told, at, 'history', isTold]);
    const hasHint = isTold && sees(person, 'read', row, 'hint');
    expect([told, at, 'history', history.text.includes(WORD)]).toEqual([told, at, 'history', hasHint]);
  }
}

async function holdExport({ person, by, rows, told }: Reading, entity: Link): Promise<void> {
  const { status, text } = await by.call('GET', `/api/${entity}?format=jsonl`);
  const lines = status === 200 ? text.split('\n').filter((line) => line !== '') : [];
  const found = lines.map((line) => JSON.parse(line) as RecordValue); // as the export writes it
  const own = rows.filter((row) => row.entity === entity);
  const given = own.filter((row) => may(person, 'read', row) && may(person, 'export', row));
  expect([told, entity, 'export', sortedIds(found)]).toEqual([told, entity, 'export', sortedIds(given)]);
  // with a field that both a grant that reads and one that exports the record show
  const withHint = found.filter(({ hint }) => typeof hint === 'string');
  const shown = given.filter((row) => sees(person, 'read', row, 'hint') && sees(person, 'export', row, 'hint'));
  expect([told, entity, 'export', 'hint', sortedIds(withHint)]).toEqual([
    told,
    entity,
    'export',
    'hint',
    sortedIds(shown),
  ]);
}

/** Gives a person these roles, and signs them in anew. */
async function become(
  desk: Desk,
  email: string,
  { has, roles }: Omit<Person, 'id'>,
): Promise<{ person: Person; by: Browser }> {
  const dan = await desk.signedIn('dan@example.com');
  const { items } = (await dan.call('GET', `/api/user?f.email=eq:${email}`)).json as ListAnswer;
  const id = items[0]?.id ?? '';
  const given = await dan.call('PATCH', `/api/user/${id}`, { body: { roles: has } });
  expect([given.status, given.status === 200 ? '' : given.text]).toEqual([200, '']);
  return { person: { id, has, roles }, by: await desk.signedIn(email) };
}

test.each(Array.from({ length: DRAWN }, (_, n) => Number(given) + n))(
  'every way of reading shows what rights by `via` give (seed %i)',
  { timeout: 120_000 },
  async (seed) => {
    const random = seededRandom(seed);
    const roles = drawRoles(random);
    const desk = await startDesk({ files: [{ path: 'app.yaml', text: specificationOf(roles) }] });
    try {
      const cleo = await desk.signedIn('cleo@example.com');
      const users = ((await cleo.call('GET', '/api/user')).json as ListAnswer).items;
      const rows = await fill(
        cleo,
        users.slice(0, 3).map(({ id }) => id),
        random,
      );
      let read = 0;
      for (const [at, held] of HELD.entries()) {
        const { person, by } = await become(desk, at % 2 === 0 ? 'ada@example.com' : 'bo@example.com', {
          has: held,
          roles,
        });
        const reading = { person, by, rows, told: `seed ${String(seed)}, ${held.join(' and ')}` };
        for (const entity of CHAIN) {
          await holdLists(reading, entity);
          await holdExport(reading, entity);
        }
        await holdRecords(reading);
        read += rows.filter((row) => row.above !== null && may(person, 'read', row)).length;
      }
      expect(read).toBeGreaterThan(0);
    } finally {
      await desk.close();
    }
  },
);
