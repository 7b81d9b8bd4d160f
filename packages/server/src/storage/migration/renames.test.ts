// Also in the portable form: a migration locks with rows.
import { describe, expect, it } from 'vitest';
import {
  add,
  aside,
  bring,
  columns,
  db,
  KIND,
  openShelfForEachTest,
  refusalOf,
  rows,
  shelf,
  values,
} from './testing/shelf.ts';

openShelfForEachTest();

describe('`was` renames without loss', () => {
  const BEFORE = shelf(
    `${KIND}\n      isbn: { type: string, unique: true }\n      shop: { type: reference, to: shop }\n      tags: { type: choices, options: [red, blue] }\n      rows: { type: lines, fields: { n: { type: integer }, c: { type: choice, options: [x] } } }`,
    '  shop: { fields: { place: { type: string } } }\nstates: { book: { initial: new, states: { new: {}, old: {} } } }\nroles: { clerk: { runtime: [users], book: all } }',
  );
  const AFTER = `
ninefold: 1
purpose: { name: shelf, languages: [en], currency: EUR }
entities:
  work:
    was: book
    title: "{{name}}"
    fields:
      name: { type: string, required: true }
      form: { type: choice, was: kind, options: { story: { was: novel }, poem: {} } }
      code: { type: string, unique: true, was: isbn }
      store: { type: reference, to: store, was: shop }
      marks: { type: choices, was: tags, options: { crimson: { was: red }, blue: {} } }
      parts: { type: lines, was: rows, fields: { count: { type: integer, was: n }, c: { type: choice, options: { y: { was: x } } } } }
  store: { was: shop, fields: { place: { type: string } } }
states: { work: { initial: fresh, states: { fresh: { was: new }, old: {} } } }
roles: { seller: { was: clerk, runtime: [users], work: all } }
`;

  it('entities, fields, options, states and roles, with their history', async () => {
    await bring(BEFORE);
    await add('shop', { id: 's', place: 'Kobe' });
    await add('user', { id: 'u', name: 'Ann', email: 'a@x.test' });
    await add('book', { id: 'b', name: 'Emma', kind: 'novel', isbn: '1', shop: 's', state: 'new', state_since: 'now' });
    await db.write(async (tx) => {
      await tx.run(`INSERT INTO "user.roles" ("record", "position", "value") VALUES ('u', 0, 'clerk')`, []);
      await tx.run(`INSERT INTO "book.tags" ("record", "position", "value") VALUES ('b', 0, 'red')`, []);
      await tx.run(`INSERT INTO "book.rows" ("id", "record", "position", "n", "c") VALUES ('r', 'b', 0, 5, 'x')`, []);
      const changes = [
        { field: 'kind', old: null, new: 'novel' },
        { field: 'tags', old: [], new: ['red', 'blue'] },
        { field: 'rows', old: [], new: [{ id: 'r', n: 5, c: 'x' }] },
      ];
      await tx.run(
        `INSERT INTO "_history" ("id", "entity", "record", "at", "kind", "from", "to", "changes", "via", "version") VALUES ('h', 'book', 'b', '', 'update', 'new', 'old', ?, 'screen', 1)`,
        [JSON.stringify(changes)],
      );
    });
    const { changes } = await bring(AFTER);
    expect(changes.every(({ verdict }) => verdict === 'safe')).toBe(true);
    expect(await rows('SELECT name, form, code, store, state FROM work')).toEqual([
      { name: 'Emma', form: 'story', code: '1', store: 's', state: 'fresh' },
    ]);
    expect(await values('place', 'store')).toEqual(['Kobe']);
    expect(await rows('SELECT value FROM "work.marks"')).toEqual([{ value: 'crimson' }]);
    expect((await rows('SELECT count, c FROM "work.parts"')).map(({ count, c }) => [Number(count), c])).toEqual([
      [5, 'y'],
    ]);
    expect(await rows('SELECT value FROM "user.roles"')).toEqual([{ value: 'seller' }]);
    const [kept] = await rows('SELECT * FROM "_history"');
    expect([kept?.['entity'], kept?.['from'], kept?.['to']]).toEqual(['work', 'fresh', 'old']);
    expect(JSON.parse(String(kept?.['changes']))).toEqual([
      { field: 'form', old: null, new: 'story' },
      { field: 'marks', old: [], new: ['crimson', 'blue'] },
      { field: 'parts', old: [], new: [{ id: 'r', count: 5, c: 'y' }] },
    ]);
    expect(await columns('book')).toEqual([]);
    await expect(add('work', { code: '1' })).rejects.toThrow(/unique/i);
    await expect(add('work', { store: 'nobody' })).rejects.toThrow(/foreign key/i);
    expect(await bring(AFTER)).toEqual({ created: false, changes: [] });
  });

  it('causes in the history, of other records too', async () => {
    const states = (age: string): string =>
      `{ initial: fresh, states: { fresh: {}, old: {} }, transitions: { ${age} } } }\nroles: { clerk: { runtime: [users] } }`;
    await bring(shelf(KIND, `states: { book: ${states('age: { from: fresh, to: old, by: clerk }')}`));
    const caused = async (id: string, entity: string, cause: object): Promise<unknown> =>
      db.write((tx) =>
        tx.run(
          `INSERT INTO "_history" ("id", "entity", "record", "at", "kind", "changes", "via", "version", "cause") VALUES (?, ?, 'r', '', 'update', '[]', 'system', 1, ?)`,
          [id, entity, JSON.stringify(cause)],
        ),
      );
    await caused('a', 'book', { kind: 'timer', name: 'age' });
    await caused('b', 'user', { kind: 'effect', name: 'age', entity: 'book', record: { id: 'b' } });
    await caused('c', 'book', { kind: 'reaction', name: 'age' });
    await caused('d', 'user', { kind: 'timer', name: 'age' });
    await bring(
      shelf(KIND, `states: { work: ${states('retire: { was: age, from: fresh, to: old, by: clerk }')}`).replace(
        'book:',
        'work:\n    was: book',
      ),
    );
    const causes = await rows('SELECT "cause" FROM "_history" ORDER BY "id"');
    expect(causes.map(({ cause }) => JSON.parse(String(cause)) as unknown)).toEqual([
      { kind: 'timer', name: 'retire' },
      { kind: 'effect', name: 'retire', entity: 'work', record: { id: 'b' } },
      { kind: 'reaction', name: 'age' },
      { kind: 'timer', name: 'age' },
    ]);
  });

  it('reactions, among the timers and in causes', async () => {
    const reaction = (id: string, more: string): string =>
      `states: { book: { reactions: { ${id}: { ${more}when: filled(record.name), set: { name: A } } } } }`;
    await bring(shelf(KIND, reaction('age', '')));
    await add('book', { id: 'b', name: 'Emma' });
    await db.write(async (tx) => {
      const timer = `INSERT INTO "_timer" ("record", "transition", "entity", "rank", "run", "due") VALUES ('b', ?, ?, 0, '', '')`;
      await tx.run(timer, ['reaction age', 'book']);
      await tx.run(timer, ['age', 'book']);
      await tx.run(timer, ['reaction age ', 'user']);
      const entry = `INSERT INTO "_history" ("id", "entity", "record", "at", "kind", "changes", "via", "version", "cause") VALUES (?, 'book', 'b', '', 'update', '[]', 'system', 1, ?)`;
      await tx.run(entry, ['a', '{"kind":"reaction","name":"age"}']);
      await tx.run(entry, ['b', '{"kind":"timer","name":"age"}']);
    });
    const { changes } = await bring(shelf(KIND, reaction('grow', 'was: age, ')));
    expect(changes.map(({ kind, name, was }) => [kind, name, was])).toEqual([['reaction_renamed', 'book.grow', 'age']]);
    const timers = await rows('SELECT "transition" FROM "_timer" ORDER BY 1');
    expect(timers.map(({ transition }) => transition)).toEqual(['age', 'reaction age ', 'reaction grow']);
    expect(await values('cause', '_history')).toEqual([
      '{"kind":"reaction","name":"grow"}',
      '{"kind":"timer","name":"age"}',
    ]);
  });

  it('a step with approvals: the presses that were made and withdrawn, and whose time has passed', async () => {
    const cycle = (id: string, was: string): string =>
      `states: { book: { initial: here, states: { here: {}, lent: { kind: done, final: true } }, transitions: { ${id}: { ${was}from: here, to: lent, by: clerk, approvals: { of: users_with(clerk), escalate: { after: = days(2), to: users_with(clerk) } } } } } }\nroles: { clerk: { runtime: [users], book: all } }`;
    await bring(shelf(KIND, cycle('lend', '')));
    await add('book', { id: 'b', name: 'Emma', state: 'here', state_since: '2026-03-05T09:00:00.000Z' });
    await db.write(async (tx) => {
      for (const kind of ['press', 'withdraw', 'escalate'])
        await tx.run(
          `INSERT INTO "_history" ("id", "entity", "record", "at", "kind", "transition", "changes", "via", "version") VALUES (?, 'book', 'b', '', ?, 'lend', '[]', 'screen', 1)`,
          [kind, kind],
        );
    });
    await bring(shelf(KIND, cycle('hand_out', 'was: lend, ')));
    const found = await rows('SELECT "kind", "transition" FROM "_history" ORDER BY "id"');
    expect(found.map((row) => [row['kind'], row['transition']])).toEqual([
      ['escalate', 'hand_out'],
      ['press', 'hand_out'],
      ['withdraw', 'hand_out'],
    ]);
  });

  it('the field, the moment and the end of a further life cycle', async () => {
    const cycle = (id: string, more: string): string =>
      `states: { book.${id}: { ${more}initial: here, states: { here: {}, lent: { kind: done, final: true } }, transitions: { lend: { from: here, to: lent, by: clerk } } } }\nroles: { clerk: { runtime: [users], book: all } }`;
    await bring(shelf(KIND, cycle('place', '')));
    await add('book', { id: 'b', name: 'Emma', place: 'lent', place_since: 'now', place_final: true });
    await bring(shelf(KIND, cycle('lending', 'was: place, ')));
    const found = await rows('SELECT "lending", "lending_since", "lending_final" FROM "book"');
    expect(found.map((row) => [row['lending'], row['lending_since'], Boolean(row['lending_final'])])).toEqual([
      ['lent', 'now', true],
    ]);
    expect(await columns('book')).not.toContain('place');
  });

  it('rules, entries of the catalogue and fields in what keeps a timer from firing', async () => {
    const lapse = (rules: string, errors: string): string =>
      `states: { book: { initial: open, states: { open: {}, old: {} }, transitions: { lapse: { from: open, to: old, after: = days(3) } } } }\nrules: { book: { ${rules} } }\nerrors: { ${errors} }\nroles: { clerk: { runtime: [users], book: all } }`;
    const [long, short] = ['check: size(record.name) > 1, message: Short', 'check: size(record.name) < 9, error: '];
    await bring(shelf(KIND, lapse(`long: { ${long} }, brief: { ${short}overlong }`, 'overlong: { message: Long }')));
    await add('book', { id: 'b', name: 'Emma' });
    await db.write(async (tx) => {
      const problems = [
        { path: 'kind', code: 'book.long' },
        { path: 'name', code: 'overlong' },
        { path: 'rows.0.kind', code: 'required' },
      ];
      await tx.run(
        `INSERT INTO "_timer" ("record", "transition", "entity", "rank", "run", "due", "stuck") VALUES ('b', 'lapse', 'book', 0, '', '', ?)`,
        [JSON.stringify({ code: 'validation_failed', problems })],
      );
    });
    const after = shelf(
      KIND.replace('kind: {', 'form: { was: kind,'),
      lapse(`wordy: { was: long, ${long} }, brief: { ${short}endless }`, 'endless: { was: overlong, message: Long }'),
    );
    const renamed = after.replace('  book:', '  work:\n    was: book').replaceAll('book:', 'work:');
    await bring(renamed);
    const [timer] = await rows('SELECT "entity", "stuck" FROM "_timer"');
    expect([timer?.['entity'], JSON.parse(String(timer?.['stuck']))]).toEqual([
      'work',
      {
        code: 'validation_failed',
        problems: [
          { path: 'form', code: 'work.wordy' },
          { path: 'name', code: 'endless' },
          { path: 'rows.0.kind', code: 'required' },
        ],
      },
    ]);
  });

  it('nothing of screens, sections and limits, whose ids no record holds', async () => {
    const page = (screen: string, more: string): string =>
      `screens: { ${screen}: { ${more}record: book, path: '/b/:id', sections: { all: { fields: [name] } } } }\nlimits: { most: { type: integer, value: 3 } }`;
    await bring(shelf(KIND, page('sheet', '')));
    await add('book', { id: 'b', name: 'Emma' });
    const after = page('leaf', 'was: book, ')
      .replace('all: {', 'all: { was: kind,')
      .replace('most: {', 'most: { was: name,');
    expect(await bring(shelf(KIND, after))).toEqual({ created: false, changes: [] });
    expect(await values('name')).toEqual(['Emma']);
  });

  it('once: an id that comes back later is another thing', async () => {
    await bring(shelf('      kind: { type: choice, options: [b] }'));
    await add('book', { kind: 'b' });
    await bring(shelf('      kind: { type: choice, options: { a: { was: b } } }'));
    expect(await values('kind')).toEqual(['a']);
    await bring(
      shelf('      kind: { type: choice, options: { a: { was: b }, c: {} } }\n      other: { type: string }'),
    );
    await add('book', { kind: 'c' });
    expect(await values('kind')).toEqual(['a', 'c']);
  });

  it('names that are exchanged', async () => {
    const entities = (a: string, b: string, fields: string) =>
      `${shelf(fields)}  ${a}: { fields: { x: { type: string } } }\n  ${b}: { fields: { x: { type: string } } }\n`;
    await bring(
      entities(
        'cat',
        'dog',
        '      a: { type: string, index: true }\n      b: { type: string }\n      c: { type: choice, options: [p, q] }',
      ),
    );
    await add('cat', { x: 'Tom' });
    await add('dog', { x: 'Rex' });
    await add('book', { a: '1', b: '2', c: 'p' });
    const yaml = entities(
      'cat',
      'dog',
      '      a: { type: string, index: true, was: b }\n      b: { type: string, was: a }\n      c: { type: choice, options: { p: { was: q }, q: { was: p } } }',
    )
      .replace('cat: {', 'cat: { was: dog,')
      .replace('dog: { f', 'dog: { was: cat, f');
    await bring(yaml);
    expect([await values('x', 'cat'), await values('x', 'dog')]).toEqual([['Rex'], ['Tom']]);
    expect([await values('a'), await values('b'), await values('c')]).toEqual([['2'], ['1'], ['q']]);
    await bring(`${yaml}# again\n`);
    expect(await values('a')).toEqual(['2']);
  });

  it('not where the thing has its own values already', async () => {
    await bring(shelf('      a: { type: string }\n      b: { type: string }'));
    await add('book', { a: '1', b: '2' });
    const after = shelf('      b: { type: string, was: a }');
    const { changes } = await refusalOf(after, 'book.b');
    expect(changes).toMatchObject([{ kind: 'field_gone', name: 'book.a', was: 'b' }]);
    await bring(after, 'book.a');
    expect(await values('b')).toEqual(['2']);
    expect(await aside()).toEqual([expect.stringMatching(/^book\.a \| book \| a \| id\d+ \| 1$/)]);
  });

  it('not by an id under which nothing is stored, which is told', async () => {
    await bring(shelf('      model: { type: string }', '  shop: { fields: { place: { type: string } } }'));
    await add('book', { model: 'Roadster' });
    await add('shop', { place: 'Kobe' });
    const after = shelf(
      '      brand: { type: string, was: modle }\n      note: { type: string }',
      '  store: { was: shops, fields: { place: { type: string } } }',
    );
    const { changes } = await refusalOf(after);
    const told = changes.filter(({ kind }) => /_(?:added|gone)$/.test(kind));
    expect(told.map(({ kind, name, was }) => `${kind} ${name} ${String(was)}`).sort()).toEqual([
      ...['entity_added store shops', 'entity_gone shop null'],
      ...['field_added book.brand modle', 'field_added book.note null', 'field_gone book.model null'],
    ]);
    const mended = after.replace('modle', 'model').replace('shops', 'shop');
    expect((await bring(mended)).changes.filter(({ kind, was }) => kind === 'field_added' && was !== null)).toEqual([]);
  });

  it('and what is kept in another form under the same id makes room', async () => {
    await bring(shelf('      tags: { type: choices, options: [a] }'));
    await add('book', { id: 'b' });
    await db.write((tx) => tx.run(`INSERT INTO "book.tags" ("record", "position", "value") VALUES ('b', 0, 'a')`, []));
    const after = shelf('      tags: { type: lines, fields: { n: { type: integer } } }');
    expect((await refusalOf(after)).changes).toMatchObject([
      { kind: 'field_added', name: 'book.tags' },
      { kind: 'field_gone', name: 'book.tags', rows: 1 },
    ]);
    await bring(after, 'book.tags');
    expect(await columns('book.tags')).toEqual(['id', 'record', 'position', 'n']);
    expect(await aside()).toContain('book.tags | book.tags | value | b#0 | a');
    await bring(shelf('      tags: { type: references, to: user }'));
    await bring(shelf('      tags: { type: references, to: book }'));
    await expect(
      db.write((tx) => tx.run(`INSERT INTO "book.tags" ("record", "position", "value") VALUES ('b', 0, 'x')`, [])),
    ).rejects.toThrow(/foreign key/i);
  });
});
