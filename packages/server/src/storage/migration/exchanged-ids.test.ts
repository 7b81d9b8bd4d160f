import { expect, test } from 'vitest';
import { add, bring, db, openShelfForEachTest, rows, shelf, values } from './testing/shelf.ts';

openShelfForEachTest();

const sequence = (id: string, more = ''): string => `      ${id}: { type: sequence, pattern: "{000}"${more} }\n`;
const counted = async (): Promise<unknown> =>
  (await rows('SELECT * FROM "_sequence" ORDER BY "entity", "field"')).map(
    ({ entity, field, last }) => `${String(entity)}.${String(field)} ${String(last)}`,
  );

async function insert(table: string, row: Readonly<Record<string, string | number>>): Promise<void> {
  const names = Object.keys(row).map((name) => `"${name}"`);
  const marks = names.map(() => '?').join(', ');
  const text = `INSERT INTO "${table}" (${names.join(', ')}) VALUES (${marks})`;
  await db.write((tx) => tx.run(text, Object.values(row)));
}

const count = (entity: string, field: string, last: number): Promise<void> =>
  insert('_sequence', { entity, field, part: '{000}', last });

test('two sequences exchange their names, and each counts on', async () => {
  await bring(shelf(sequence('one') + sequence('two')));
  await count('book', 'one', 3);
  await count('book', 'two', 8);
  await bring(shelf(sequence('one', ', was: two') + sequence('two', ', was: one')));
  expect(await counted()).toEqual(['book.one 8', 'book.two 3']);
});

test('a sequence takes the name of one that went earlier', async () => {
  await bring(shelf(sequence('one') + sequence('two')));
  await count('book', 'one', 3);
  await count('book', 'two', 8);
  await bring(shelf(sequence('two')));
  await bring(shelf(sequence('one', ', was: two')));
  expect(await counted()).toEqual(['book.one 8']);
});

test('a former name that cannot be followed moves nothing', async () => {
  await bring(shelf(sequence('one') + sequence('two')));
  await count('book', 'one', 3);
  await count('book', 'two', 8);
  await bring(shelf(sequence('one', ', was: two')));
  expect(await counted()).toEqual(['book.one 3', 'book.two 8']);
});

test('two entities exchange their names with what is kept under their ids', async () => {
  const two = (was: (id: string) => string): string =>
    shelf(
      sequence('number'),
      `  film:\n${was('book')}    fields:\n      name: { type: string }\n${sequence('number')}`,
    ).replace('  book:\n', `  book:\n${was('film')}`);
  await bring(two(() => ''));
  for (const [entity, last] of [
    ['book', 3],
    ['film', 8],
  ] as const) {
    await count(entity, 'number', last);
    await insert('_label', { entity, label: 'first', record: `of ${entity}` });
  }
  await bring(two((id) => `    was: ${id}\n`));
  expect(await counted()).toEqual(['book.number 8', 'film.number 3']);
  expect(await rows('SELECT "entity", "record" FROM "_label" ORDER BY "entity"')).toEqual([
    { entity: 'book', record: 'of film' },
    { entity: 'film', record: 'of book' },
  ]);
});

test('two transitions exchange their names where a record waits for both', async () => {
  const states = (was: (id: string) => string): string =>
    `states: { book: { initial: new, states: { new: {}, old: {} }, transitions: { age: { ${was('rest')}from: new, to: old, by: clerk }, rest: { ${was('age')}from: new, to: old, by: clerk } } } }\nroles: { clerk: { runtime: [users] } }`;
  await bring(
    shelf(
      '',
      states(() => ''),
    ),
  );
  await insert('_stuck_approval', { record: 'b', transition: 'age', entity: 'book' });
  await insert('_timer', { record: 'b', transition: 'age', entity: 'book', rank: 1, run: '', due: '1' });
  await insert('_timer', { record: 'b', transition: 'rest', entity: 'book', rank: 2, run: '', due: '2' });
  await bring(
    shelf(
      '',
      states((id) => `was: ${id}, `),
    ),
  );
  expect(await rows('SELECT "transition", "due" FROM "_timer" ORDER BY "transition"')).toEqual([
    { transition: 'age', due: '2' },
    { transition: 'rest', due: '1' },
  ]);
  expect(await rows('SELECT "transition" FROM "_stuck_approval"')).toEqual([{ transition: 'rest' }]);
});

test('two options of a unique choice exchange their names', async () => {
  const kind = (options: string): string =>
    shelf(`      kind: { type: choice, unique: true, options: { ${options} } }`);
  await bring(kind('novel: {}, poem: {}'));
  await add('book', { id: 'a', name: 'A', kind: 'novel' });
  await add('book', { id: 'b', name: 'B', kind: 'poem' });
  await bring(kind('novel: { was: poem }, poem: { was: novel }'));
  expect(await values('kind')).toEqual(['poem', 'novel']);
});
