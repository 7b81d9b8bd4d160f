// Also in the portable form: a restore locks with rows.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { rightsFor } from '@ninefold/model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRecords } from '../records/create-records.ts';
import type { Caller, Records } from '../records/context/records.ts';
import { DESK } from '../records/testing/desk.yaml.ts';
import { applicationOf, PLAIN } from '../records/testing/open-desk.ts';
import { openData } from '../start/open-data.ts';
import type { DataPlace } from '../start/open-place.ts';
import { RUNTIME_TABLES } from '../start/runtime-tables.ts';
import { StartFailure } from '../start-failure.ts';
import type { Database } from '../storage/database/database.ts';
import { TEST_DIALECT, testPlace, type TestPlace } from '../testing/test-database.ts';
import { backup, type BackupMade } from './backup.ts';
import { restore, type RestoreOptions, type Restored } from './restore.ts';
import { tallyOf } from './rows.ts';
import { storedTables } from './stored-tables.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const application = applicationOf(DESK);
const log = (): void => undefined;

let folder: string;
let places: TestPlace[];
let open: Database[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-backup-'));
  places = [];
  open = [];
});
afterEach(async () => {
  for (const database of open) await database.close();
  for (const place of places) await place.remove();
  rmSync(folder, { recursive: true });
});

async function newPlace(): Promise<TestPlace> {
  const place = await testPlace();
  places.push(place);
  return place;
}

async function start(place: DataPlace, app = application) {
  const opened = await openData(place, app, { demo: false, now: NOW, acceptLoss: [] }, log);
  open.push(opened.database);
  return { ...opened, records: createRecords(opened.database, app.model, () => NOW) };
}

async function max(records: Records): Promise<Caller> {
  const me = await records.me((await records.userByEmail('max@desk.test')) ?? '');
  if (!me) throw new Error('nobody');
  return { me, rights: rightsFor(application.model, me.roles), via: 'screen' };
}

/** A desk with a circle of references, lines, links, history, numbers and something in the trash. */
async function filledPlace(): Promise<TestPlace> {
  const place = await newPlace();
  const { records } = await start(place);
  await records.addUser({ name: 'max', email: 'max@desk.test', language: null, roles: ['manager'] });
  const caller = await max(records);
  const team = await records.create(caller, 'team', { name: 'Net', lead: caller.me.id }, PLAIN);
  await records.update(caller, 'user', { idOrKey: caller.me.id, body: { team: team.id } }, PLAIN);
  await records.create(caller, 'category', { name: '配線', team: 'Net', billable: true, hourly: '0.10' }, PLAIN);
  for (const subject of ['Plug\u2028 “broken”', '漏電', 'gone']) {
    const lines = [{ item: subject, qty: 3, price: '12.35' }];
    const place = { room: subject, floor: -1, keeper: caller.me.id, since: '2026-03-05', open: true };
    const body = { subject, category: '配線', cost: '99999.99', watchers: [caller.me.id], lines, place };
    const { id } = await records.create(caller, 'ticket', body, PLAIN);
    if (subject === 'gone') await records.remove(caller, 'ticket', id, PLAIN);
  }
  return place;
}

const making = (place: DataPlace, name = 'a.backup'): Promise<BackupMade> =>
  backup(place, join(folder, name), { version: '9.9', at: NOW, log });
const restoring = (place: DataPlace, more: Partial<RestoreOptions> = {}, name = 'a.backup'): Promise<Restored> =>
  restore(place, join(folder, name), { replace: false, application, now: NOW, log, ...more });

async function talliesOf(database: Database): Promise<Readonly<Record<string, string>>> {
  const tallies: Record<string, string> = {};
  for (const table of await storedTables(database.read, RUNTIME_TABLES))
    if (table.name !== '_meta') tallies[table.name] = (await tallyOf(database.read, table)).sha256;
  return tallies;
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  const failure: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(failure instanceof StartFailure)) throw failure;
  return failure.sentences[0]?.code ?? '';
}

test('what is stored comes back whole, is found, held unique and numbered on, and servers may write meanwhile', async () => {
  const from = await filledPlace();
  const [writing] = open;
  if (!writing) throw new Error('nothing is open');
  const before = await talliesOf(writing);
  const records = createRecords(writing, application.model, () => NOW);
  const caller = await max(records);
  const [made] = await Promise.all([
    making(from),
    ...['x', 'y', 'z'].map((subject) => records.create(caller, 'ticket', { subject, category: '配線' }, PLAIN)),
  ]);
  expect(statSync(made.file)).toMatchObject({ mode: 0o100600, size: made.bytes });
  expect(readdirSync(folder)).toEqual(['a.backup']);

  const to = await newPlace();
  const restored = await restoring(to);
  expect(restored).toMatchObject({ fits: true, contents: { tables: made.tables, rows: made.rows } });
  const again = await start(to);
  expect(again.migration.changes).toEqual([]);
  expect(Object.keys(before).length).toBeGreaterThan(15);
  const tickets = await again.records.list(await max(again.records), 'ticket', new URLSearchParams('search=漏電'));
  expect(tickets.items).toMatchObject([{ number: 'SD-2026-00002', cost: '99999.99', total: '37.05' }]);
  const anew = { subject: 'n', category: '配線' };
  const drawn = await again.records.create(await max(again.records), 'ticket', anew, PLAIN);
  expect(Number(String(drawn['number']).slice(-5))).toBeGreaterThan(3);
  const twice = again.records.create(await max(again.records), 'team', { name: 'Net' }, PLAIN);
  await expect(twice).rejects.toMatchObject({ problems: [{ code: 'not_unique' }] });
});

test('a backup of a backup is equal, table by table, and its audit log says beside that it was restored', async () => {
  const from = await filledPlace();
  await making(from);
  const to = await newPlace();
  await restoring(to, { application: null });
  await making(to, 'b.backup');
  const [a = '', b = ''] = ['a.backup', 'b.backup'].map((name) => {
    const text = gunzipSync(readFileSync(join(folder, name))).toString('utf8');
    return text.slice(text.indexOf('{"table":"_history"'), text.lastIndexOf('{"end"')); // what is about the database itself is left out
  });
  const [first, second] = [a, b].map((text) => {
    const [before = '', log = ''] = text.split('{"table":"_audit"}\n');
    const [rows = '', after = ''] = log.split(/^\{"rows".*\n/m);
    return { before, after, rows: rows.split('\n').filter((row) => row !== '') };
  });
  expect([second?.before, second?.after]).toEqual([first?.before, first?.after]);
  const added = second?.rows.filter((row) => !first?.rows.includes(row));
  expect(second?.rows.length).toBe((first?.rows.length ?? 0) + 1);
  expect(added).toEqual([expect.stringContaining('"data_restored"')]);
  expect(a.split('\n').length).toBeGreaterThan(60);
});

test('what one database wrote a file takes, and the other way round', async () => {
  const from = await filledPlace();
  await making(from);
  const file: DataPlace = { data: join(folder, 'file'), database: null };
  await restoring(file);
  await making(file, 'b.backup');
  const to = await newPlace();
  await restoring(to, {}, 'b.backup');
  const [first, second] = [open[0], (await start(to)).database];
  const log = { _audit: expect.any(String) as unknown }; // says of both that they were restored
  expect(first && { ...(await talliesOf(second)), ...log }).toEqual(first && { ...(await talliesOf(first)), ...log });
});

test('nothing is overwritten unasked, and all is when it was asked for', async () => {
  const from = await filledPlace();
  await making(from);
  expect(await codeOf(making(from))).toBe('backup_exists');
  const to = await filledPlace();
  const [, other] = open;
  if (!other) throw new Error('nothing is open');
  const caller = await max(createRecords(other, application.model, () => NOW));
  await createRecords(other, application.model, () => NOW).create(caller, 'asset', { tag: 'a1', name: 'Own' }, PLAIN);
  const replacing = TEST_DIALECT === 'sqlite' ? await codeOf(restoring(to, { replace: true })) : 'restore_in_use';
  expect(replacing).toBe('restore_in_use');
  await other.close();
  expect(await codeOf(restoring(to))).toBe('restore_not_empty');
  await restoring(to, { replace: true });
  const now = await start(to);
  expect((await now.records.list(await max(now.records), 'asset', new URLSearchParams())).items).toEqual([]);
  expect((await now.records.list(await max(now.records), 'ticket', new URLSearchParams())).total).toBe(2);
});

/** An application with these entities, and nothing but a name in each. */
const named = (...entities: readonly string[]) =>
  applicationOf(
    `ninefold: 1\nentities:\n${entities.map((id) => `  ${id}: { fields: { name: { type: string } } }\n`).join('')}`,
  );

test('the data of an application is not replaced by that of another one, and is by its own of long ago', async () => {
  const from = await newPlace();
  const old = named('book', 'shelf');
  await (await start(from, old)).database.close();
  await making(from);
  const to = await newPlace();
  const replacing = async (app: typeof old) => {
    await (await start(to, app)).database.close();
    return restoring(to, { replace: true, application: app });
  };
  expect(await codeOf(replacing(named('patient', 'visit', 'shelf_life')))).toBe('restore_other');
  await (await start(to, named('patient', 'visit', 'shelf_life'))).database.close(); // all is as it was

  const grown = await newPlace();
  await (await start(grown, named('book', 'loan', 'member', 'desk'))).database.close();
  await restoring(grown, { replace: true, application: old });
});

test('a damaged, cut or later file changes nothing', async () => {
  const from = await filledPlace();
  const { file } = await making(from);
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  const before = await talliesOf(open[0] as Database);
  await open[0]?.close();
  const write = (content: Buffer | string): string => {
    writeFileSync(join(folder, 'bad.backup'), content);
    return 'bad.backup';
  };
  const bad = (content: Buffer | string): Promise<string> => codeOf(restoring(from, { replace: true }, write(content)));
  const whole = readFileSync(file);
  expect(await bad(whole.subarray(0, whole.length - 40))).toBe('backup_damaged');
  expect(await bad(gzipSync(text.replace('12.35', '12.36')))).toBe('backup_damaged');
  expect(await bad(gzipSync(text.split('\n').slice(0, -2).join('\n')))).toBe('backup_damaged');
  expect(await bad('a,b\n1,2\n')).toBe('backup_damaged');
  expect(await bad(gzipSync(text.replace('"ninefold_backup":1', '"ninefold_backup":3')))).toBe('backup_later');
  expect(await codeOf(restoring(from, { replace: true }, 'none.backup'))).toBe('backup_unreadable');
  const { database } = await start(from);
  expect(await talliesOf(database)).toEqual(before);
});

test('data that a changed specification would lose is restored and waits', async () => {
  await making(await filledPlace());
  const to = await newPlace();
  const changed = applicationOf(
    DESK.replace('      internal_note: { type: text, closed: true, search: true }\n', '')
      .replaceAll(', internal_note', '')
      .replaceAll(', fields: { internal_note: write }', ''),
  );
  const restored = await restoring(to, { application: changed });
  expect(restored.fits).toBe(true); // nobody wrote a note
  const narrower = applicationOf(
    DESK.replace('options: [low, normal,', 'options: [low,').replace('default: normal', 'default: low'),
  );
  const other = await newPlace();
  expect((await restoring(other, { application: narrower })).fits).toBe(false);
  await expect(start(other, narrower)).rejects.toMatchObject({ name: 'MigrationRefused' });
  expect((await start(other)).migration.changes.every(({ kind }) => kind === 'index_added')).toBe(true);
});

test('where nothing is stored there is nothing to back up', async () => {
  expect(await codeOf(making(await newPlace()))).toBe('backup_nothing');
  expect(existsSync(join(folder, 'a.backup'))).toBe(false);
});
