// Lists and files that are there and do not fit what their field takes now wait for consent, as texts and numbers do.
import { expect, it } from 'vitest';
import { applicationOf } from '../../records/testing/open-desk.ts';
import { writeMeta } from '../schema/meta.ts';
import { previewMigration } from './migrate.ts';
import { add, bring, db, openShelfForEachTest, refusalOf, rows, shelf } from './testing/shelf.ts';

openShelfForEachTest();

interface Fields {
  readonly cover?: string;
  readonly scans?: string;
  readonly tags?: string;
  readonly next?: string;
  readonly parts?: string;
  readonly slip?: string;
}

/** Books with files and lists, whose fields have these keys. */
const books = ({ cover = '', scans = '', tags = '', next = '', parts = '', slip = '' }: Fields): string =>
  shelf(`      cover: { type: file${cover} }
      scans: { type: files${scans} }
      tags: { type: choices, options: [old, torn, rare]${tags} }
      next: { type: references, to: book${next} }
      parts: { type: lines${parts}, fields: { n: { type: integer }, slip: { type: file${slip} } } }`);

const file = (name: string, type: string, size: number): string =>
  JSON.stringify({ id: `f-${name}`, name, size, type });

/** Emma has one item in each list, Ulysses two; of Faust nothing is known. */
async function fill(): Promise<void> {
  await add('book', { id: 'b1', name: 'Emma', cover: file('emma.png', 'image/png', 900) });
  await add('book', { id: 'b2', name: 'Ulysses', cover: file('ulysses.pdf', 'application/pdf', 2000) });
  await add('book', { id: 'b3', name: 'Faust' });
  const scans = [
    ['b1', 0, file('one.png', 'image/png', 10)],
    ['b2', 0, file('two.png', 'image/png', 10)],
    ['b2', 1, file('two.txt', 'text/plain', 10)],
  ] as const;
  const items = [['b1', 0, 'old'] as const, ['b2', 0, 'torn'] as const, ['b2', 1, 'rare'] as const];
  const next = [['b1', 0, 'b2'] as const, ['b2', 0, 'b1'] as const, ['b2', 1, 'b3'] as const];
  await db.write(async (tx) => {
    for (const [table, all] of [
      ['scans', scans],
      ['tags', items],
      ['next', next],
    ] as const)
      for (const values of all)
        await tx.run(`INSERT INTO "book.${table}" ("record", "position", "value") VALUES (?, ?, ?)`, values);
    for (const [id, record, position, slip] of [
      ['r1', 'b1', 0, file('slip.png', 'image/png', 5)],
      ['r2', 'b2', 0, file('slip.txt', 'text/plain', 50)],
      ['r3', 'b2', 1, null],
    ] as const)
      await tx.run('INSERT INTO "book.parts" ("id", "record", "position", "slip") VALUES (?, ?, ?, ?)', [
        id,
        record,
        position,
        slip,
      ]);
  });
}

const stored = () =>
  Promise.all(
    ['book', 'book.scans', 'book.tags', 'book.next', 'book.parts'].map((table) =>
      rows(`SELECT * FROM "${table}" ORDER BY 1, 2`),
    ),
  );

it.each([
  ['fewer files', { scans: ', max: 1' }, 'out_of_bounds', 'book.scans', 'Ulysses'],
  ['more files', { scans: ', min: 2' }, 'out_of_bounds', 'book.scans', 'Emma'],
  ['fewer options', { tags: ', max: 1' }, 'out_of_bounds', 'book.tags', 'Ulysses'],
  ['fewer records', { next: ', max: 1' }, 'out_of_bounds', 'book.next', 'Ulysses'],
  ['fewer lines', { parts: ', max: 1' }, 'out_of_bounds', 'book.parts', 'Ulysses'],
  ['smaller files', { cover: ', max: 1000' }, 'out_of_bounds', 'book.cover', 'ulysses.pdf'],
  ['other kinds', { cover: ', accept: [image/*]' }, 'other_form', 'book.cover', 'ulysses.pdf'],
  ['other kinds in a list', { scans: ', accept: [image/png]' }, 'other_form', 'book.scans', 'Ulysses'],
  ['smaller files in lines', { slip: ', max: 40' }, 'out_of_bounds', 'book.parts.slip', 'slip.txt'],
  ['other kinds in lines', { slip: ', accept: [image/*]' }, 'other_form', 'book.parts.slip', 'slip.txt'],
] as const)(
  '%s than there are: the start stops, says which, and goes on with consent',
  async (_, narrower, kind, name, example) => {
    await bring(books({}));
    await fill();
    const was = await stored();
    const open = (await refusalOf(books(narrower))).changes.filter(({ verdict }) => verdict === 'open');
    expect(open).toMatchObject([{ kind, name, rows: 1, examples: [example] }]);
    const { model, former } = applicationOf(books(narrower));
    const preview = await previewMigration(db.read, model, [], { former });
    expect(preview.changes.filter(({ verdict }) => verdict === 'open')).toEqual(open);
    expect((await bring(books(narrower), name)).changes).toMatchObject([{ kind, verdict: 'accepted' }]);
    expect(await stored()).toEqual(was);
    expect(await bring(books(narrower))).toEqual({ created: false, changes: [] });
  },
);

it('what fits, and what takes more than before, stops nothing', async () => {
  await bring(books({ scans: ', max: 2, accept: [image/png, text/*]', cover: ', max: 2000' }));
  await fill();
  const fields = { tags: ', max: 2, min: 1', next: ', max: 2', parts: ', max: 2, min: 1', slip: ', max: 50' };
  expect((await bring(books({ ...fields, cover: ', accept: [image/*, application/pdf]' }))).changes).toEqual([]);
});

it('lists and files of closed fields are told by their records', async () => {
  await bring(books({ cover: ', closed: true' }));
  await fill();
  const { changes } = await refusalOf(books({ cover: ', closed: true, accept: [image/*]' }));
  expect(changes).toMatchObject([{ kind: 'other_form', name: 'book.cover', examples: ['b2'] }]);
});

it('a list that has another name, of an entity that has another name, is held to what its field takes now', async () => {
  await bring(books({}));
  await fill();
  const renamed = books({ scans: ', max: 1, was: scans' })
    .replace('scans: {', 'papers: {')
    .replace('  book:\n', '  tome:\n    was: book\n')
    .replace('to: book', 'to: tome');
  const { changes } = await refusalOf(renamed);
  expect(changes.filter(({ verdict }) => verdict === 'open')).toMatchObject([
    { kind: 'out_of_bounds', name: 'tome.papers', rows: 1, examples: ['Ulysses'] },
  ]);
});

it('data that an earlier version has left does not say what held: nothing is refused that was taken', async () => {
  await bring(books({}));
  await fill();
  const [row] = await rows(`SELECT "value" FROM "_meta" WHERE "key" = 'standing'`);
  const text = String(row?.['value'])
    .replaceAll(/"size":\{[^}]*\},/g, '')
    .replaceAll(/"accept":"[^"]*",/g, '');
  expect(text).not.toBe(row?.['value']);
  await db.write((tx) => writeMeta(tx, 'standing', text));
  const narrower = books({ scans: ', max: 1, accept: [image/png]', cover: ', max: 1000', tags: ', max: 1' });
  expect((await bring(narrower)).changes).toEqual([]);
});
