import { sql, table, textOf, value } from '../../storage/sql/sql.ts';
import { rightsFor } from '@ninefold/model';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FUZZ_TIMES, fuzzRuns } from '../../testing/fuzz-runs.ts';
import { openTestDatabase, TEST_DIALECT } from '../../testing/test-database.ts';
import { createRecords } from '../create-records.ts';
import type { Caller, Records } from '../context/records.ts';
import { applicationOf, PLAIN } from '../testing/open-desk.ts';
import type { Database, Reader } from '../../storage/database/database.ts';
import { fold } from '../../storage/search/search-text.ts';
import { migrate } from '../migrate.ts';

const LIBRARY = `
ninefold: 1
purpose: { name: library, languages: [en] }
roles: { clerk: { runtime: [users], book: all, user: { read: true } } }
entities:
  book:
    key: code
    fields:
      code: { type: string, unique: true }
      about: { type: text, search: true }
      hidden: { type: text }
`;

const { model } = applicationOf(LIBRARY);
const NOW = '2026-03-05T12:00:00.000Z';

let db: Database;
let caller: Caller;
let records: Records;
beforeAll(async () => {
  db = await openTestDatabase();
  await migrate(db, model);
  records = createRecords(db, model, () => NOW);
  const me = await records.me(
    await records.addUser({ name: 'Max', email: 'max@desk.test', language: null, roles: ['clerk'] }),
  );
  if (!me) throw new Error('nobody');
  caller = { me, rights: rightsFor(model, me.roles), via: 'screen' };
});
afterAll(() => db.close());

async function add(about: string, code: string | null = null): Promise<string> {
  return (await records.create(caller, 'book', { about, code }, PLAIN)).id;
}

async function find(search: string, entity = 'book'): Promise<readonly string[]> {
  const params = new URLSearchParams({ search, size: '100' });
  return (await records.list(caller, entity, params)).items.map(({ id }) => id);
}

describe('a search finds', () => {
  let coat: string;
  let tokyo: string;
  let order: string;
  beforeEach(async () => {
    for (const id of await find('')) await records.remove(caller, 'book', id, PLAIN);
    coat = await add('The Émile coat, 12.50 € — “fine” C++ & (a_b%c)', 'A-0012');
    tokyo = await add('東京駅で会いましょう。ﾊﾞｽ乗り場', 'B-7');
    order = await add('กรุงเทพมหานคร 订单号码 Ordnung\nmüßig', 'C-1');
  });

  it.each([
    ['coat', 'coat', 'the whole of a word'],
    ['coat', 'co', 'its beginning'],
    ['coat', 'f', 'one letter'],
    ['coat', 'EMILE', 'letters without their accents and case'],
    ['coat', 'émi', 'letters with them'],
    ['coat', 'coat fine', 'several words'],
    ['coat', 'fine  coat\tthe', 'in any order'],
    ['coat', '0012', 'a part of a key'],
    ['coat', 'a-00', 'signs within'],
    ['coat', 'c++ a_b%c', 'signs that mean something elsewhere'],
    ['coat', '“fine”', 'quotation marks'],
    ['coat', '12.50', 'numbers'],
    ['tokyo', '東', 'one character'],
    ['tokyo', '東京', 'two'],
    ['tokyo', '京駅で', 'three from the middle'],
    ['tokyo', '会いましょう', 'more'],
    ['tokyo', 'バス', 'characters of half width by those of full'],
    ['tokyo', 'ばす', 'katakana by hiragana'],
    ['tokyo', 'デ会イマシ', 'hiragana by katakana'],
    ['tokyo', '乗り場 東京 b-7', 'words over several fields'],
    ['order', 'เทพ', 'Thai'],
    ['order', '单号', 'Chinese'],
    ['order', 'ordn 订单 c-', 'scripts beside each other'],
  ])('%s by %s: %s', async (name, search) => {
    expect(await find(search)).toEqual([{ coat, tokyo, order }[name]]);
  });

  it.each(['鈴木 明', '鈴木明', '鈴木　明', '明 鈴木', '木明', '鈴木 明 b', '明 2.14'])(
    'a name of Japanese signs whatever spaces stand within: %j',
    async (search) => {
      const names = [await add('鈴木 明 (B 2.14)'), await add('鈴木明 (B 2.14)'), await add('担当：鈴木　明 B 2.14')];
      expect((await find(search)).toSorted()).toEqual(names.toSorted());
    },
  );

  it('two words of Japanese signs each for itself', async () => {
    const broken = await add('故障したモニターの交換');
    expect([await find('モニター 故障'), await find('モニター故障')]).toEqual([[broken], []]);
  });

  it.each([
    'coats',
    '東駅',
    'coat 東京',
    'oat fin3',
    '0013',
    '%',
    '"',
    "'",
    '\\',
    '*',
    'NOT',
    '^c',
    '\ud800',
    '12 50x',
  ])('nothing by %j', async (search) => {
    const found = await find(search);
    const texts = [coat, tokyo, order].filter((id) => found.includes(id));
    expect(texts).toEqual(search === '%' ? [coat] : []);
  });

  it('what was changed by its new text only, what was deleted not at all, what was restored again', async () => {
    await records.update(caller, 'book', { idOrKey: coat, body: { about: 'Umbrella' } }, PLAIN);
    expect([await find('coat'), await find('brella')]).toEqual([[], [coat]]);
    await records.update(caller, 'book', { idOrKey: coat, body: { about: null } }, PLAIN);
    expect([await find('brella'), await find('0012')]).toEqual([[], [coat]]);
    await records.remove(caller, 'book', tokyo, PLAIN);
    expect(await find('東京')).toEqual([]);
    await records.restore(caller, 'book', tokyo, PLAIN);
    expect(await find('東京')).toEqual([tokyo]);
  });

  it('nothing of a write that was undone', async () => {
    const id = await add('Lantern', 'L');
    await db
      .write(async (tx) => {
        await tx.run(`UPDATE "book" SET "_search" = 'candle' WHERE "id" = ?`, [id]);
        await tx.run(`DELETE FROM "book" WHERE "id" = ?`, [coat]);
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect([await find('lantern'), await find('candle'), await find('coat')]).toEqual([[id], [], [coat]]);
  });
});

it(
  'finds every part of every text, and nothing that does not hold all words',
  { timeout: 120_000 * FUZZ_TIMES },
  async () => {
    const stored: { readonly id: string; readonly text: string }[] = [];
    for (const id of await find('')) await records.remove(caller, 'book', id, PLAIN);
    const letters = fc.constantFrom(...'aAbcé東京駅ガかがﾊﾞ12-_%"\'\\*() ßﬁÅ𠮷😀');
    const texts = fc.array(letters, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
    const SPACE = /[\s\p{White_Space}]+/u;
    const words = (text: string): readonly string[] =>
      text
        .split(SPACE)
        .flatMap((word) => fold(word).split(SPACE)) // a blank parts two words that folded together would be one: が ガ
        .filter((word) => word !== '');
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(11), fc.integer({ min: 1, max: 6 }), texts, async (text, from, length, other) => {
        if (words(text).length === 0) return;
        const id = await add(text);
        stored.push({ id, text: fold(text.trim()) });
        const part = [...text].slice(from, from + length).join('');
        for (const search of [part, other].filter((one) => words(one).length > 0)) {
          const wanted = stored.filter((one) => words(search).every((word) => one.text.includes(word)));
          expect([search, (await find(search)).toSorted()]).toEqual([search, wanted.map((one) => one.id).toSorted()]);
        }
      }),
      fuzzRuns(60),
    );
    expect(stored.length).toBeGreaterThan(30);
  },
);

/** How the database plans the statement that finds the records; another one may read those of the page. */
async function planOf(search: string): Promise<string> {
  let plan = '';
  const explain = TEST_DIALECT === 'sqlite' ? 'EXPLAIN QUERY PLAN ' : 'EXPLAIN ';
  const watched = (reader: Reader): Reader => ({
    dialect: reader.dialect,
    all: async (statement, values) => {
      const text = textOf(statement);
      if (text.startsWith('WITH ') && text.includes('_search'))
        plan = (await reader.all(explain + text, values)).map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n');
      return reader.all(statement, values);
    },
  });
  const survey: Database['survey'] = (by, work) => db.survey(by, (reader) => work(watched(reader)));
  const own = createRecords({ ...db, survey }, model, () => NOW);
  await own.list(caller, 'book', new URLSearchParams({ search }));
  return plan;
}

it('takes the index, also for a word of two characters', { timeout: 120_000 * FUZZ_TIMES }, async () => {
  await db.write((tx) =>
    tx.run(
      TEST_DIALECT === 'sqlite'
        ? `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO "book" ("id", "version", "created_at", "changed_at", "_search") SELECT 'n' || i, 1, '', '', 'number ' || i || ' 番号' FROM n`
        : `INSERT INTO "book" ("id", "version", "created_at", "changed_at", "_search") SELECT 'n' || i, 1, '', '', 'number ' || i || ' 番号' FROM generate_series(1, 5000) AS g(i)`,
      [],
    ),
  );
  await db.write((tx) => tx.run('ANALYZE "book"', []));
  for (const search of ['4321', '東京']) {
    const plan = await planOf(search);
    expect(plan).toMatch(
      TEST_DIALECT === 'sqlite' ? /SCAN found VIRTUAL TABLE INDEX/ : /Index Scan on "book\._search\.grams"/,
    );
    expect(plan).not.toMatch(/SCAN t\b|Seq Scan on book/);
  }
  expect(await find('4321')).toEqual(['n4321']);
});

it('finds what was stored before spaces were dropped, once its texts have been written again', async () => {
  const own = await openTestDatabase();
  await migrate(own, model);
  const standing = JSON.parse(
    String((await own.read.all(`SELECT "value" AS v FROM "_meta" WHERE "key" = 'standing'`, []))[0]?.['v']),
  ) as { searched: Record<string, string[]> };
  const searched = Object.fromEntries(
    Object.entries(standing.searched).map(([table, names]) => [table, names.filter((name) => !name.includes(':'))]),
  );
  await own.write(async (tx) => {
    await tx.run(
      `INSERT INTO "book" ("id", "version", "created_at", "changed_at", "about", "_search") VALUES ('b', 1, '', '', '鈴木 明', '鈴木 明')`,
      [],
    );
    await tx.run(`UPDATE "_meta" SET "value" = ? WHERE "key" = 'standing'`, [
      JSON.stringify({ ...standing, searched }),
    ]);
    await tx.run(`UPDATE "_meta" SET "value" = 'older' WHERE "key" = 'target'`, []);
  });
  const report = await migrate(own, model);
  expect(report.changes).toContainEqual(expect.objectContaining({ kind: 'search_rebuilt', name: 'book', rows: 1 }));
  expect(await own.read.all('SELECT "_search" FROM "book"', [])).toEqual([{ _search: '鈴木明' }]);
  expect((await migrate(own, model)).changes).toEqual([]);
  await own.close();
});

it('looks into other fields once the specification says so', async () => {
  const own = await openTestDatabase();
  const before = applicationOf(LIBRARY);
  await migrate(own, before.model);
  await own.write((tx) =>
    tx.run(
      `INSERT INTO "book" ("id", "version", "created_at", "changed_at", "code", "about", "hidden", "_search") VALUES ('b', 1, '', '', 'X', 'ÉTÉ', 'Äpfel', 'x')`,
      [],
    ),
  );
  const after = applicationOf(LIBRARY.replace('hidden: { type: text }', 'hidden: { type: text, search: true }'));
  const report = await migrate(own, after.model);
  expect(report.changes).toMatchObject([{ kind: 'search_rebuilt', name: 'book', rows: 1 }]);
  expect(await own.read.all('SELECT "_search" FROM "book"', [])).toEqual([{ _search: 'x\nete\napfel' }]);
  const renamed = applicationOf(
    LIBRARY.replaceAll('book', 'work')
      .replace('key: code', 'was: book\n    key: code')
      .replace('hidden: { type: text }', 'hidden: { type: text, search: true }'),
  );
  await migrate(own, renamed.model, [], { former: renamed.former });
  const words = value(own.dialect.search.parameter(['apfel', 'et']));
  const found = sql`SELECT t."id" FROM ${table('work')} t WHERE ${own.dialect.search.condition('work', 't', words)}`;
  expect(await own.read.all(found, [own.dialect.search.parameter(['apfel', 'et'])])).toEqual([{ id: 'b' }]);
  await own.close();
});
