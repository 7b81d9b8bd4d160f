// Also in the portable form: a migration locks with rows.
import { textOf } from '../sql/sql.ts';
import { describe, expect, it } from 'vitest';
import { applicationOf } from '../../records/testing/open-desk.ts';
import { TEST_DIALECT } from '../../testing/test-database.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../../records/migrate.ts';
import { previewMigration } from './migrate.ts';
import {
  add,
  aside,
  bring,
  columns,
  db,
  everything,
  KIND,
  openShelfForEachTest,
  PAGES,
  refusalOf,
  rows,
  shelf,
  values,
} from './testing/shelf.ts';

openShelfForEachTest();

it('names the records of a reference that goes, or becomes something else, by their key, where people may know it', async () => {
  const series = (more: string) => `  series: { key: name, fields: { name: { type: string${more} } } }`;
  const field = '      series: { type: reference, to: series }\n      next: { type: reference, to: book }';
  await bring(shelf(field, series('')));
  await add('series', { id: 's1', name: 'Atlas' });
  await add('book', { id: 'b1', name: 'x', series: 's1', next: 'b1' });
  const named = async (yaml: string) =>
    (await refusalOf(yaml)).changes
      .filter(({ kind }) => kind === 'field_gone')
      .map(({ name, examples }) => [name, ...examples]);
  expect(await named(shelf('', series('')))).toEqual([
    ['book.series', 'Atlas'],
    ['book.next', 'b1'],
  ]);
  for (const other of ['date', 'string, computed: \'"x"\'']) {
    const { changes } = await refusalOf(shelf(`      series: { type: ${other} }`, series('')));
    expect(changes.find(({ name }) => name === 'book.series')?.examples).toEqual(['Atlas']);
  }
  await bring(shelf(field, series(', closed: true')));
  expect((await named(shelf('', series(', closed: true'))))[0]).toEqual(['book.series', 's1']);
});

it('names what was in a list that goes, and whose the lines were', async () => {
  const book = (more: string) => `      next: { type: references, to: book${more} }
      marks: { type: choices, options: [old, torn]${more} }
      rows: { type: lines, fields: { n: { type: integer } } }`;
  const named = async () => {
    const { changes } = await refusalOf(shelf(''));
    return changes.filter(({ kind }) => kind === 'field_gone').map(({ name, examples }) => [name, ...examples]);
  };
  await bring(shelf(book('')));
  await add('book', { id: 'b1', name: 'Emma' });
  await add('book', { id: 'b2', name: 'Ulysses' });
  await db.write(async (tx) => {
    await tx.run(`INSERT INTO "book.next" ("record", "position", "value") VALUES ('b1', 0, 'b2')`, []);
    await tx.run(`INSERT INTO "book.marks" ("record", "position", "value") VALUES ('b2', 0, 'torn')`, []);
    await tx.run(`INSERT INTO "book.rows" ("id", "record", "position", "n") VALUES ('r', 'b1', 0, 3)`, []);
  });
  const ofLines = ['book.rows', 'Emma'];
  expect(await named()).toEqual([['book.next', 'b2'], ['book.marks', 'torn'], ofLines]);
  await bring(shelf(book(', closed: true')));
  expect(await named()).toEqual([['book.next', 'Emma'], ['book.marks', 'Ulysses'], ofLines]);
});

it('names the records of an entity that goes, and those that lack what is required now, as people know them', async () => {
  const shop = (more: string) => `  shop: { fields: { size: { type: integer }, place: { type: string${more} } } }`;
  const named = async (yaml: string) =>
    (await refusalOf(yaml)).changes.filter(({ verdict }) => verdict === 'open').flatMap(({ examples }) => examples);
  await bring(shelf('', shop('')));
  await add('shop', { id: 's1', place: 'Kobe' });
  await add('book', { id: 'b1', name: 'Emma' });
  const isbn = '      isbn: { type: string, required: true }';
  expect((await named(shelf(isbn))).sort()).toEqual(['Emma', 'Kobe']);
  await bring(shelf('', shop(', closed: true')).replace('required: true', 'required: true, closed: true'));
  expect((await named(shelf(isbn))).sort()).toEqual(['b1', 's1']);
});

describe('what is safe is done and told', () => {
  it('makes typed tables once and leaves an unchanged database alone', async () => {
    const yaml = shelf(
      '      pages: { type: integer, index: true }\n      price: { type: money }\n      tags: { type: choices, options: [a, b] }',
    );
    expect(await bring(yaml)).toEqual({ created: true, changes: [] });
    expect(await columns('book')).toEqual(expect.arrayContaining(['id', 'version', 'name', 'pages', 'price']));
    expect(await columns('book.tags')).toEqual(['record', 'position', 'value']);
    await expect(add('book', { pages: 'many' })).rejects.toThrow(/cannot store TEXT|invalid input syntax/);
    expect(await bring(yaml)).toEqual({ created: false, changes: [] });
    expect(await bring(yaml.replace('purpose: {', 'purpose: { does: Keeps books,'))).toEqual({
      created: false,
      changes: [],
    });
  });

  it('works out computed values that it adds or that are computed otherwise now, lines and what reads others among them', async () => {
    const lines = (sum: string, rest = '') =>
      shelf(
        `      pages: { type: integer }
      rows: { type: lines, fields: { n: { type: integer }${sum} } }
      series: { type: reference, to: series, inverse: books }
${rest}`,
        `  series: { fields: { name: { type: string }${rest === '' ? '' : ", all: { type: integer, computed: 'sum(record.books.map(b, b.long))' }"} } }`,
      );
    await bring(lines(''));
    await add('series', { id: 's1', name: 'A' });
    for (const pages of [1, 2]) await add('book', { id: `b${String(pages)}`, name: 'x', pages, series: 's1' });
    await db.write((tx) =>
      tx.run(`INSERT INTO "book.rows" ("id", "record", "position", "n") VALUES ('r', 'b1', 0, 3)`, []),
    );
    const sum = ', twice: { type: integer, computed: line.n * 2 }';
    const long = (factor: number) =>
      `      long: { type: integer, computed: "record.pages * ${String(factor)} + sum(record.rows.map(r, r.twice))" }`;
    const report = await bring(lines(sum, long(10)));
    expect(
      report.changes.flatMap(({ kind, name, rows: count }) =>
        kind === 'computed_filled' ? [`${name} ${String(count)}`] : [],
      ),
    ).toEqual(['book.long 2', 'book.rows.twice 1', 'series.all 1']);
    expect(
      [await values('long'), await values('all', 'series'), await values('twice', 'book.rows')].flat().map(Number),
    ).toEqual([16, 20, 36, 6]);
    expect((await bring(lines(sum, long(100)))).changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'computed_filled book.long',
    ]);
    expect([await values('long'), await values('all', 'series')].flat().map(Number)).toEqual([106, 200, 306]);
    expect(await values('version')).toEqual([1n, 1n]);
  });

  it('drops stored computed values without a word where they are worked out at each reading now, and stores them again', async () => {
    const long = (more: string) =>
      shelf(`${PAGES}\n      made: { type: date }\n      long: { type: boolean, computed: 'record.pages > 3${more}' }`);
    await bring(long(''));
    await add('book', { name: 'x', pages: 4, long: true });
    expect((await bring(long(' && today > record.made'))).changes).toEqual([]);
    expect(await aside()).toEqual([]);
    await expect(values('long')).rejects.toThrow(/long/);
    expect((await bring(long(''))).changes.map(({ kind, rows }) => `${kind} ${rows}`)).toContain('computed_filled 1');
  });

  it('replaces by computed values only with consent what was written by hand, and keeps it aside', async () => {
    await bring(shelf(`${PAGES}\n      twice: { type: integer }`));
    await add('book', { name: 'x', pages: 4, twice: 5 });
    const computed = shelf(`${PAGES}\n      twice: { type: integer, computed: record.pages * 2 }`);
    const refused = await refusalOf(computed);
    expect(refused.changes).toMatchObject([
      { kind: 'computed_replaced', name: 'book.twice', rows: 1, examples: ['5'] },
    ]);
    await bring(computed, 'book.twice');
    expect((await values('twice')).map(Number)).toEqual([8]);
    expect(await aside()).toEqual([expect.stringMatching(/^book\.twice \| book \| twice \| id\d+ \| 5$/)]);
  });

  it('adds entities, fields and indexes, drops what is empty, fills what has to be filled', async () => {
    await bring(shelf(PAGES));
    await add('book', { name: 'Emma' });
    const report = await bring(
      shelf(
        '      isbn: { type: string, unique: true }\n      read: { type: boolean, default: true }\n      kind: { type: choice, options: [a, b], required: true, default: b }\n      tags: { type: choices, options: [a] }',
        '  shop: { fields: { place: { type: string } } }\nstates: { book: { initial: new, states: { new: {} } } }',
      ),
    );
    expect(report.changes.map(({ kind, name, rows: count }) => `${kind} ${name} ${String(count)}`)).toEqual(
      expect.arrayContaining([
        ...['field_gone book.pages 0', 'field_added book.isbn 0', 'field_added book.tags 0', 'entity_added shop 0'],
        ...[
          'field_filled book.read 1',
          'field_filled book.kind 1',
          'field_added book.state 0',
          'index_added book.isbn.unique 0',
        ],
      ]),
    );
    expect(report.changes.every(({ verdict }) => verdict === 'safe')).toBe(true);
    expect(await rows('SELECT name, isbn, read, kind, state, state_since FROM book')).toEqual([
      {
        name: 'Emma',
        isbn: null,
        read: TEST_DIALECT === 'sqlite' ? 1n : true,
        kind: 'b',
        state: 'new',
        state_since: '2026-02-02',
      },
    ]);
    await add('book', { isbn: '1' });
    await expect(add('book', { isbn: '1' })).rejects.toThrow(/unique/i);
  });

  it.each([
    ['integer', 'number, scale: 3', 7, '7.000'],
    ['integer', 'string', 7, '7'],
    ['boolean', 'string', true, 'true'],
    ['string', 'integer', '12', '12'],
    ['string', 'date', '2026-02-28', '2026-02-28'],
    ['string', 'boolean', 'true', 'true'],
    ['money', 'number, scale: 4', 1250, '12.5000'],
    ['number, scale: 4', 'money', 125000, '12.50'],
  ])('reads %s as %s', async (before, after, given, expected) => {
    await bring(shelf(`      x: { type: ${before}, index: true }`));
    const stored =
      TEST_DIALECT === 'postgres' && before === 'money'
        ? '12.50'
        : TEST_DIALECT === 'postgres' && before.startsWith('number')
          ? '12.5'
          : given;
    await add('book', { x: TEST_DIALECT === 'sqlite' && stored === true ? 1 : stored });
    await add('book', {});
    const report = await bring(shelf(`      x: { type: ${after}, index: true }`));
    expect(report.changes).toMatchObject([{ kind: 'type_changed', name: 'book.x', rows: 1, verdict: 'safe' }]);
    const [value] = await values('x');
    const scale = /scale: (\d)/.exec(after)?.[1] ?? (after === 'money' ? '2' : '0');
    const shown =
      after === 'boolean'
        ? String(Number(value) === 1)
        : TEST_DIALECT === 'sqlite' && Number(scale) > 0
          ? (Number(value) / 10 ** Number(scale)).toFixed(Number(scale))
          : String(value);
    expect(shown).toBe(expected);
    expect((await rows('SELECT count(*) AS n FROM "_aside"'))[0]?.['n']).toBe(0n);
  });
});

/** A text without a form. */
const CODE = '      code: { type: string }';

describe('what loses something stops with the plan, goes on with consent, and is kept aside', () => {
  it.each([
    ['a field', PAGES, { pages: 7 }, '', 'field_gone', 'book.pages', ['id | 7'], null],
    ['a type', PAGES, { pages: 7 }, '      pages: { type: date }', 'type_changed', 'book.pages', ['id | 7'], null],
    [
      'an option',
      KIND,
      { kind: 'novel' },
      KIND.replace('novel, ', ''),
      'option_gone',
      'book.kind.novel',
      ['id | novel'],
      null,
    ],
    [
      'a required field',
      PAGES,
      {},
      `${PAGES}\n      isbn: { type: string, required: true }`,
      'required_blank',
      'book.isbn',
      [],
      null,
    ],
    [
      'a field that is required now',
      PAGES,
      {},
      PAGES.replace('integer', 'integer, required: true'),
      'required_blank',
      'book.pages',
      [],
      null,
    ],
    ['a bound', PAGES, { pages: 7 }, PAGES.replace('integer', 'integer, max: 6'), 'out_of_bounds', 'book.pages', [], 7],
    [
      'a length',
      '      word: { type: string, max: 9 }',
      { word: '日本語学校' },
      '      word: { type: string, max: 4 }',
      'out_of_bounds',
      'book.word',
      [],
      '日本語学校',
    ],
    [
      'a pattern',
      CODE,
      { code: 'a1' },
      CODE.replace('string', "string, pattern: '[A-Z][0-9]+'"),
      'other_form',
      'book.code',
      [],
      'a1',
    ],
    [
      'a narrower pattern',
      CODE.replace('string', "string, pattern: '[A-Za-z][0-9]+'"),
      { code: 'a1' },
      CODE.replace('string', "string, pattern: '[A-Z][0-9]+'"),
      'other_form',
      'book.code',
      [],
      'a1',
    ],
    [
      'a format',
      CODE,
      { code: 'a1' },
      CODE.replace('string', 'string, format: email'),
      'other_form',
      'book.code',
      [],
      'a1',
    ],
  ] as const)('%s', async (_, before, given, after, kind, name, kept, value) => {
    await bring(shelf(before));
    await add('book', { name: 'Emma', ...given });
    const was = await everything();
    const refused = await refusalOf(shelf(after));
    const open = refused.changes.filter(({ verdict }) => verdict === 'open');
    expect(open).toMatchObject([{ kind, name, table: 'book', rows: 1 }]);
    expect(open[0]?.examples).toHaveLength(1);
    const { model, former } = applicationOf(shelf(after));
    const preview = await previewMigration(db.read, model, [], { former });
    expect(preview.changes).toEqual(refused.changes);
    expect(await everything()).toEqual(was);
    await refusalOf(shelf(after), 'book');
    const typed = `${name.slice(0, -1)}${name.endsWith('x') ? 'y' : 'x'}`;
    await expect(bring(shelf(after), typed)).rejects.toMatchObject({ name: 'UnknownLoss', loss: typed, known: [name] });
    const report = await bring(shelf(after), name);
    expect(await bring(shelf(after), name)).toEqual({ created: false, changes: [] });
    expect(report.changes).toMatchObject(
      [{ kind, verdict: 'accepted' }]
        .concat(after.includes('isbn') ? [{ kind: 'field_added', verdict: 'safe' } as never] : [])
        .toReversed(),
    );
    expect((await aside()).map((row) => row.replace(/id\d+/, 'id').split(' | ').slice(3).join(' | '))).toEqual(kept);
    const column = name.split('.')[1] ?? '';
    const stored = (await columns('book')).includes(column) ? await values(column) : [null];
    expect(stored.map((one) => (one === null ? null : String(one)))).toEqual([value === null ? null : String(value)]);
    expect(await bring(shelf(after))).toEqual({ created: false, changes: [] });
  });

  it('values that are not unique: the oldest keeps it', async () => {
    await bring(shelf('      isbn: { type: string }'));
    for (const isbn of ['1', '2', '1', '1', null, null]) await add('book', { isbn });
    const after = shelf('      isbn: { type: string, unique: true }');
    expect((await refusalOf(after)).changes.slice(0, 1)).toMatchObject([
      { kind: 'not_unique', name: 'book.isbn', rows: 2, examples: ['1'] },
    ]);
    await bring(after, 'book.isbn');
    expect(await values('isbn')).toEqual(['1', '2', null, null, null, null]);
    expect(await aside()).toHaveLength(2);
  });

  it('an entity with what hangs on it and what refers to it', async () => {
    const shop =
      '  shop:\n    fields:\n      place: { type: string }\n      best: { type: reference, to: book }\n      rows: { type: lines, fields: { n: { type: integer } } }\n      tags: { type: choices, options: [a, b] }';
    await bring(shelf('      at: { type: reference, to: shop }', shop));
    await add('shop', { id: 's', place: 'Kobe' });
    await add('book', { id: 'b', at: 's' });
    await db.write(async (tx) => {
      await tx.run(`UPDATE "shop" SET "best" = 'b'`, []);
      await tx.run(`INSERT INTO "shop.rows" ("id", "record", "position", "n") VALUES ('r', 's', 0, 5)`, []);
      await tx.run(`INSERT INTO "shop.tags" ("record", "position", "value") VALUES ('s', 0, 'b')`, []);
    });
    const open = (await refusalOf(shelf(PAGES))).changes.filter(({ verdict }) => verdict === 'open');
    expect(open.map(({ kind, name, rows: count }) => [kind, name, count])).toEqual([
      ['field_gone', 'book.at', 1],
      ['entity_gone', 'shop', 1],
    ]);
    await refusalOf(shelf(PAGES), 'shop');
    await bring(shelf(PAGES), 'shop', 'book.at');
    expect(await columns('shop')).toEqual([]);
    expect(await columns('shop.rows')).toEqual([]);
    expect(await aside()).toEqual(
      expect.arrayContaining([
        'book.at | book | at | b | s',
        'shop | shop | place | s | Kobe',
        'shop | shop.rows | n | r | 5',
        'shop | shop.tags | value | s#0 | b',
      ]),
    );
  });

  it('`dropped` says in the specification what may go', async () => {
    await bring(
      shelf(`${PAGES}\n${KIND}`, 'states: { book: { initial: new, states: { new: {}, old: {}, lost: {} } } }'),
    );
    await add('book', { pages: 7, kind: 'novel', state: 'lost', state_since: '' });
    const after = shelf(KIND.replace('novel, poem]', 'poem], dropped: [novel]'), '').replace(
      '  book:',
      '  book:\n    dropped: [pages]',
    );
    const states = 'states: { book: { initial: new, dropped: [lost], states: { new: {}, old: {} } } }';
    const { changes } = await bring(`${after}${states}\n`);
    expect(changes.map(({ kind, name, verdict }) => `${kind} ${name} ${verdict}`).sort()).toEqual([
      'field_gone book.pages dropped',
      'option_gone book.kind.novel dropped',
      'state_gone book.state.lost dropped',
    ]);
    expect(await values('state')).toEqual(['new']);
    expect(await aside()).toHaveLength(3);
  });

  it('values for few eyes are not shown', async () => {
    await bring(shelf('      pin: { type: string, closed: true }'));
    await add('book', { id: 'b1', pin: '1234' });
    expect((await refusalOf(shelf(''))).changes).toMatchObject([{ name: 'book.pin', examples: ['b1'] }]);
  });
});

it('leaves the old where it is interrupted', async () => {
  await bring(shelf(`${PAGES}\n${KIND}`));
  await add('book', { pages: 7, kind: 'novel' });
  const was = await everything();
  const broken: Database = {
    ...db,
    alone: (work) =>
      db.alone((tx) =>
        work({
          ...tx,
          run: (statement, given) =>
            textOf(statement).startsWith('DROP INDEX') ||
            textOf(statement).includes('"columns"') ||
            given.includes('columns')
              ? Promise.reject(new Error('pulled'))
              : tx.run(statement, given),
        }),
      ),
  };
  const { model, former } = applicationOf(
    shelf('      sheets: { type: string, was: pages }\n      isbn: { type: string, unique: true }'),
  );
  const options = { former, accepted: new Set(['book.kind']) };
  await expect(migrate(broken, model, [], options)).rejects.toThrow('pulled');
  expect(await everything()).toEqual(was);
  await migrate(db, model, [], options);
  expect(await values('sheets')).toEqual(['7']);
});

it('is done once where two want it at the same time', async () => {
  await bring(shelf(PAGES));
  await add('book', { pages: 7 });
  const after = shelf('      sheets: { type: integer, was: pages }');
  const reports = await Promise.all([bring(after), bring(after)]);
  expect(reports.map(({ changes }) => changes.length).toSorted()).toEqual([0, 1]);
  expect((await values('sheets')).map(Number)).toEqual([7]);
});
