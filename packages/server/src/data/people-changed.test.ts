import { rightsFor } from '@ninefold/model';
import { compile, type Application } from '@ninefold/spec';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller, Records } from '../records/context/records.ts';
import { createRecords } from '../records/create-records.ts';
import { migrate } from '../records/migrate.ts';
import type { Database } from '../storage/database/database.ts';
import { FUZZ_TIMES, fuzzRuns } from '../testing/fuzz-runs.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { DataConflicts, type DataFilesChoice } from './rows/data-conflict.ts';
import { loadData, type LoadReport } from './load-data.ts';
import { previewDataFiles } from './preview-data.ts';

const YAML = `ninefold: 1
purpose: { name: shop, languages: [en] }
roles: { boss: { members: everyone, bill: all, pay: all } }
entities:
  bill:
    title: code
    key: code
    TRASH
    fields:
      code: { type: string, required: true }
      asked: { type: integer }
      due: { type: datetime }
      secret: { type: string, closed: true }
      parts: { type: lines, fields: { what: { type: string }, count: { type: integer } } }
  pay:
    title: note
    fields:
      note: { type: string }
      bill: { type: reference, to: bill }
states:
  bill:
    initial: open
    states: { open: { kind: active }, paid: { kind: done } }
    transitions: { settle: { from: open, to: paid, by: boss } }
`;
const PLAIN = { version: null, confirm: [] };

let db: Database;
let records: Records;
let clock: string;
/** Whether bills have a history. */
let history: boolean;
beforeEach(async () => {
  history = true;
  db = await openTestDatabase();
  clock = '2026-03-05T12:00:00.000Z';
});
afterEach(() => db.close());

type Files = Readonly<Record<string, string>>;

function applicationOf(files: Files, trash = true): Application {
  const all = Object.entries(files).map(([path, text]) => ({ path, text }));
  const { application, issues } = compile([
    { path: 'app.yaml', text: YAML.replace('TRASH', `trash: ${String(trash)}\n    history: ${String(history)}`) },
    ...all,
  ]);
  if (!application) throw new Error(JSON.stringify(issues));
  return application;
}

async function load(files: Files, dataFiles: DataFilesChoice = 'keep', trash = true): Promise<LoadReport> {
  const application = applicationOf(files, trash);
  await migrate(db, application.model);
  records = createRecords(db, application.model, () => clock);
  return loadData(db, application, { demo: true, now: clock, dataFiles });
}

async function uma(): Promise<Caller> {
  const known = await records.userByEmail('uma@x.test');
  const id = known ?? (await records.addUser({ name: 'Uma', email: 'uma@x.test', language: null, roles: ['boss'] }));
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  return { me, rights: rightsFor(applicationOf({}).model, me.roles), via: 'screen' };
}

async function change(code: string, values: Readonly<Record<string, string | number>>): Promise<void> {
  await records.update(await uma(), 'bill', { idOrKey: code, body: values }, PLAIN);
}

async function bills(): Promise<Readonly<Record<string, unknown>>> {
  const { items } = await records.list(await uma(), 'bill', new URLSearchParams('sort=code&size=200'));
  return Object.fromEntries(items.map(({ code, asked }) => [String(code), asked]));
}

/** What a version left that remembered no rows: the hash of each file alone. */
async function forget(): Promise<void> {
  await db.write(async (tx) => {
    await tx.run('DELETE FROM "_seed"', []);
    await tx.run(
      `UPDATE "_meta" SET "value" = substr("value", 6) WHERE "key" LIKE 'data %' AND "value" LIKE 'rows %'`,
      [],
    );
  });
}

const csv = (rows: Readonly<Record<string, number>>): string =>
  `code,asked\n${Object.entries(rows)
    .map(([code, asked]) => `${code},${String(asked)}\n`)
    .join('')}`;

describe.each(['data/bill.csv', 'data/demo/bill.csv'])('rows of %s', (file) => {
  it('are written where they changed and nobody changed the record, and conflict where somebody did', async () => {
    await load({ [file]: csv({ B1: 100, B2: 60, B3: 5 }) });
    await change('B1', { asked: 777 });
    expect((await load({ [file]: csv({ B1: 100, B2: 61, B3: 5 }) })).conflicts).toEqual([]);
    expect(await bills()).toEqual({ B1: 777, B2: 61, B3: 5 });
    const report = await load({ [file]: csv({ B1: 120, B2: 62, B3: 5 }) });
    const columns = [{ column: 'asked', stored: '777', file: '120' }];
    const conflict = { file, row: 2, entity: 'bill', name: 'B1', columns, isTaken: false };
    expect(report).toMatchObject({ updated: 1, conflicts: [conflict] });
    expect(await bills()).toEqual({ B1: 777, B2: 62, B3: 5 });
    const again = await load({ [file]: csv({ B1: 120, B2: 62, B3: 5 }) });
    expect(again).toMatchObject({ updated: 0, conflicts: [conflict] });
    const history = await records.history(await uma(), 'bill', 'B2');
    expect(history.map(({ kind, via, changes }) => [kind, via, changes])).toEqual([
      ['update', 'data', [{ field: 'asked', old: 61, new: 62 }]],
      ['update', 'data', [{ field: 'asked', old: 60, new: 61 }]],
      ['create', 'data', []],
    ]);
  });

  it('conflict where no history is kept, too, and follow the file again once it was taken', async () => {
    history = false;
    await load({ [file]: csv({ B1: 100, B2: 60, B3: 5 }) });
    await change('B1', { asked: 777 });
    await change('B3', { asked: 6 });
    const report = await load({ [file]: csv({ B1: 120, B2: 61, B3: 6 }) });
    expect(report.conflicts).toMatchObject([
      { name: 'B1', columns: [{ column: 'asked', stored: '777', file: '120' }] },
    ]);
    expect(await bills()).toEqual({ B1: 777, B2: 61, B3: 6 });
    await load({ [file]: csv({ B1: 121, B2: 61, B3: 6 }) }, 'take');
    expect((await load({ [file]: csv({ B1: 122, B2: 62, B3: 6 }) })).conflicts).toEqual([]);
    expect(await bills()).toEqual({ B1: 122, B2: 62, B3: 6 });
    expect(await db.read.all(`SELECT "id" FROM "_history" WHERE "entity" = 'bill'`, [])).toEqual([]);
  });

  it('are taken over what people changed where that was chosen, and the history says so', async () => {
    await load({ [file]: csv({ B1: 100 }) });
    await change('B1', { asked: 777 });
    const taken = await load({ [file]: csv({ B1: 120 }) }, 'take');
    expect(taken.conflicts).toMatchObject([{ name: 'B1', isTaken: true }]);
    expect(await bills()).toEqual({ B1: 120 });
    const [newest] = await records.history(await uma(), 'bill', 'B1');
    expect(newest).toMatchObject({ via: 'data', by: null, changes: [{ field: 'asked', old: 777, new: 120 }] });
    expect((await records.get(await uma(), 'bill', 'B1')).version).toBe(3);
    expect((await load({ [file]: csv({ B1: 130 }) })).conflicts).toEqual([]);
    expect(await bills()).toEqual({ B1: 130 });
  });

  it('stop the start where that was chosen, with nothing of the files loaded', async () => {
    await load({ [file]: csv({ B1: 100 }) });
    await change('B1', { asked: 777 });
    await expect(load({ [file]: csv({ B1: 120, B2: 1 }) }, 'stop')).rejects.toBeInstanceOf(DataConflicts);
    expect(await bills()).toEqual({ B1: 777 });
  });

  it.each([true, false])('stay deleted (trash: %s), and are no conflict', async (trash) => {
    await load({ [file]: csv({ B1: 100, B2: 60 }) }, 'keep', trash);
    await records.remove(await uma(), 'bill', 'B2', PLAIN);
    const report = await load({ [file]: csv({ B1: 101, B2: 61 }) }, 'take', trash);
    expect(report).toMatchObject({ created: 0, updated: 1, conflicts: [] });
    expect(await bills()).toEqual({ B1: 101 });
  });

  it.each([true, false])(
    'are known by what people did where an earlier version loaded them (trash: %s)',
    async (trash) => {
      await load({ [file]: csv({ B1: 100, B2: 60, B3: 5 }) }, 'keep', trash);
      await change('B1', { asked: 777 });
      await records.remove(await uma(), 'bill', 'B2', PLAIN);
      await forget();
      const report = await load({ [file]: csv({ B1: 120, B2: 60, B3: 6, B4: 1 }) }, 'keep', trash);
      expect(report).toMatchObject({ created: 1, updated: 1, conflicts: [{ name: 'B1' }] });
      expect(await bills()).toEqual({ B1: 777, B3: 6, B4: 1 });
    },
  );
});

it('finds a record whose key people changed, and tells of a record that people made first', async () => {
  await load({ 'data/bill.csv': csv({ B1: 100 }) });
  await change('B1', { code: 'X1' });
  await records.create(await uma(), 'bill', { code: 'B2', asked: 7 }, PLAIN);
  const { conflicts } = await load({ 'data/bill.csv': csv({ B1: 101, B2: 8 }) });
  expect(conflicts.map(({ name, columns }) => [name, columns])).toEqual([
    ['B1', [{ column: 'asked', stored: '100', file: '101' }]],
    ['B2', [{ column: 'asked', stored: '7', file: '8' }]],
  ]);
  expect(await bills()).toEqual({ B2: 7, X1: 100 });
});

it('writes the cells that changed and no others', async () => {
  const rows = (asked: number, secret: string) =>
    JSON.stringify([{ id: 'b', code: 'B1', asked, due: '= now', secret, parts: [{ what: 'a', count: 1 }] }]);
  await load({ 'data/bill.json': rows(1, 's') });
  const due = (await records.get(await uma(), 'bill', 'B1'))['due'];
  clock = '2026-04-01T00:00:00.000Z';
  await load({ 'data/bill.json': rows(2, 's') });
  const stored = await records.get(await uma(), 'bill', 'B1');
  expect(stored).toMatchObject({ asked: 2, due, changed_at: clock, version: 2 });
  await records.transition(await uma(), 'bill', { idOrKey: 'B1', transition: 'settle', body: {} }, PLAIN);
  const { conflicts } = await load({ 'data/bill.json': rows(3, 't') }, 'take');
  expect(conflicts[0]?.columns).toEqual([
    { column: 'asked', stored: '2', file: '3' },
    { column: 'secret', stored: null, file: null },
  ]);
  expect(await records.get(await uma(), 'bill', 'B1')).toMatchObject({ state: 'paid', asked: 3, due });
});

it('leaves a reference to a record that people deleted alone until its row changes, and then names it', async () => {
  const files = (note: string, asked = 1) => ({
    'data/bill.csv': csv({ B1: asked, B2: 2 }),
    'data/pay.csv': `id,note,bill\np1,${note},B1\np2,second,B2\n`,
  });
  await load(files('first'));
  const [pay] = (await records.list(await uma(), 'pay', new URLSearchParams('sort=note'))).items;
  await records.update(await uma(), 'pay', { idOrKey: pay?.id ?? '', body: { bill: null } }, PLAIN);
  await records.remove(await uma(), 'bill', 'B1', PLAIN);
  expect(await load(files('first', 3))).toMatchObject({ created: 0, updated: 0, conflicts: [] });
});

it('says what a start would do, and does nothing', async () => {
  await load({ 'data/bill.csv': csv({ B1: 100, B2: 60 }) });
  await change('B1', { asked: 777 });
  const application = applicationOf({ 'data/bill.csv': csv({ B1: 120, B2: 61, B3: 1 }) });
  const before = await db.read.all('SELECT * FROM "_meta" ORDER BY "key"', []);
  for (const fits of [true, false])
    expect(await previewDataFiles(db.read, application, { now: clock, fits })).toMatchObject({
      files: [{ file: 'data/bill.csv', created: 1, changed: 1 }],
      conflicts: [{ name: 'B1', columns: [{ column: 'asked', stored: fits ? '777' : null }] }],
    });
  expect(await db.read.all('SELECT * FROM "_meta" ORDER BY "key"', [])).toEqual(before);
});

const CODES = ['B1', 'B2', 'B3'] as const;

type Step =
  | { readonly do: 'file' | 'person'; readonly code: string; readonly asked: number }
  | { readonly do: 'delete'; readonly code: string }
  | { readonly do: 'load'; readonly choice: DataFilesChoice }
  | { readonly do: 'forget' };

const code = fc.constantFrom(...CODES);
const asked = fc.integer({ min: 1, max: 3 });
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('file' as const), code, asked }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('person' as const), code, asked }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), code }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('load' as const),
        choice: fc.constantFrom<DataFilesChoice>('keep', 'take', 'stop'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const) }) },
  ),
  { minLength: 3, maxLength: 14 },
);

/** One row and its record, as plainly as it can be told. */
interface Told {
  file: number;
  /** What the row said when it was loaded; null where that is not known. */
  loaded: number | null;
  /** Null where the record is deleted. */
  stored: number | null;
  /** Somebody changed it since it was loaded, and at all. */
  touched: boolean;
  everTouched: boolean;
}

it('follows the plain rules through random histories', { timeout: 60_000 * FUZZ_TIMES }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      await db.close();
      db = await openTestDatabase();
      const told = new Map(CODES.map((one): [string, Told] => [one, first()]));
      const files = (): Files => ({
        'data/bill.csv': csv(Object.fromEntries([...told].map(([one, { file }]) => [one, file]))),
      });
      let marked: string | undefined = files()['data/bill.csv'];
      await load(files());
      const loads: (readonly [wanted: string, came: string])[] = [];
      for (const step of history) {
        const row = 'code' in step ? told.get(step.code) : undefined;
        if (step.do === 'file' && row) row.file = step.asked;
        else if (step.do === 'person' && row?.stored != null) {
          await change(step.code, { asked: step.asked });
          if (row.stored !== step.asked) [row.stored, row.touched, row.everTouched] = [step.asked, true, true];
        } else if (step.do === 'delete' && row?.stored != null) {
          await records.remove(await uma(), 'bill', step.code, PLAIN);
          row.stored = null;
        } else if (step.do === 'forget' && [...told.values()].every(({ loaded, file }) => loaded === file)) {
          await forget();
          for (const each of told.values()) [each.loaded, each.touched] = [null, each.everTouched];
        } else if (step.do === 'load') {
          const now = files()['data/bill.csv'];
          const isConflict = loadTold([...told.values()], step.choice, now === marked);
          const stops = isConflict && step.choice === 'stop';
          loads.push([
            stops ? 'stopped' : isConflict ? 'conflict' : 'loaded',
            await outcome(load(files(), step.choice)),
          ]);
          if (!stops) marked = isConflict && step.choice === 'keep' ? undefined : now;
        }
        expect(loads.at(-1)?.[1]).toBe(loads.at(-1)?.[0]);
        expect(await bills()).toEqual(
          Object.fromEntries([...told].flatMap(([one, { stored }]) => (stored === null ? [] : [[one, stored]]))),
        );
      }
    }),
    fuzzRuns(15),
  );
});

async function outcome(loading: Promise<LoadReport>): Promise<string> {
  try {
    return (await loading).conflicts.length > 0 ? 'conflict' : 'loaded';
  } catch (error) {
    if (error instanceof DataConflicts) return 'stopped';
    throw error;
  }
}

function first(): Told {
  return { file: 1, loaded: 1, stored: 1, touched: false, everTouched: false };
}

/** Whether rows conflict; changes what is told unless the load stops. */
function loadTold(rows: readonly Told[], choice: DataFilesChoice, isSameFile: boolean): boolean {
  const isOpen = (row: Told): boolean =>
    row.stored !== null && row.loaded !== row.file && !(isSameFile && row.loaded === null);
  const conflicts = rows.filter((row) => isOpen(row) && row.touched && row.stored !== row.file);
  if (choice === 'stop' && conflicts.length > 0) return true;
  for (const row of rows) {
    const isConflict = conflicts.includes(row);
    if (isConflict && choice !== 'take') continue;
    if (isOpen(row) && !(row.touched && row.stored === row.file)) {
      if (row.stored !== row.file || isConflict) row.touched = false;
      row.stored = row.file;
    }
    row.loaded = row.file;
  }
  return conflicts.length > 0;
}
