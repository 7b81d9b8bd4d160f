import { rightsFor } from '@ninefold/model';
import { compile, type Application } from '@ninefold/spec';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecords } from '../records/create-records.ts';
import { DESK } from '../records/testing/desk.yaml.ts';
import type { Caller, Records } from '../records/context/records.ts';
import { migrate } from '../records/migrate.ts';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { DataRefused, type DataProblem } from './rows/data-refused.ts';
import { loadData } from './load-data.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const FILES: Readonly<Record<string, string>> = {
  'data/team.csv': 'name\nNet\n',
  'data/category.csv': 'name,team,billable,hourly\nCables,Net,true,7\n',
  'data/demo/team.csv': 'name,lead\nNet,mona@x.test\n',
  'data/demo/user.csv': 'email,name,roles,team\nmona@x.test,Mona,agent;manager,Net\nrita@x.test,Rita,,\n',
  'data/demo/ticket.json': JSON.stringify([
    {
      id: 't2',
      subject: 'Second',
      category: 'Cables',
      requester: 'Rita',
      created_at: '= now - days(1)',
      created_by: 'Rita',
      lines: [{ item: 'Cable', qty: 2, price: '1.5' }],
    },
    {
      id: 't1',
      subject: 'First',
      category: 'Cables',
      requester: 'rita@x.test',
      watchers: 'mona@x.test',
      cost: '3',
      details: 'd',
      assignee: 'Mona',
      team: 'Net',
    },
  ]),
  'data/demo/ticket.history.csv':
    'record,at,by,kind,transition,from,to,changes,input\n' +
    't1,= now - days(400),Rita,create,create,,new,,\n' +
    't1,= now - days(399),Mona,transition,take,new,open,"[{""field"":""assignee"",""old"":null,""new"":""mona@x.test""}]",\n' +
    't1,= now - days(398),Mona,transition,resolve,open,resolved,,"{""why"":""done""}"\n',
};

let db: Database;
let records: Records;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

function application(changed: Readonly<Record<string, string>> = {}): Application {
  const yaml = DESK.replace(
    'title: "{{name}}"\n    fields:\n      team:',
    'title: "{{name}}"\n    key: email\n    fields:\n      team:',
  );
  const files = Object.entries({ ...FILES, ...changed }).map(([path, text]) => ({ path, text }));
  const compiled = compile([{ path: 'app.yaml', text: yaml }, ...files]);
  if (!compiled.application) throw new Error(JSON.stringify(compiled.issues));
  return compiled.application;
}

function pages(rows: string): Application {
  const yaml = 'ninefold: 1\nentities: { page: { unique: [[headline]], fields: { headline: { type: string } } } }\n';
  const files = [
    { path: 'app.yaml', text: yaml },
    { path: 'data/page.csv', text: `id,headline\n${rows}` },
  ];
  const compiled = compile(files);
  if (!compiled.application) throw new Error(JSON.stringify(compiled.issues));
  return compiled.application;
}

async function load(changed: Readonly<Record<string, string>> = {}, now = NOW, demo = true) {
  const app = application(changed);
  await migrate(db, app.model);
  records = createRecords(db, app.model, () => now);
  return loadData(db, app, { demo, now });
}

async function as(email: string): Promise<Caller> {
  const me = await records.me((await records.userByEmail(email)) ?? '');
  if (!me) throw new Error(`nobody is ${email}`);
  return { me, rights: rightsFor(application().model, me.roles), via: 'screen' };
}

describe('loadData', () => {
  it('loads records by key and label with what follows from them', async () => {
    expect(await load()).toMatchObject({ created: 6, updated: 0, events: 3 });
    const mona = await as('mona@x.test');
    const list = await records.list(mona, 'ticket', new URLSearchParams('sort=number'));
    expect(list.items).toMatchObject([
      {
        number: 'SD-2025-00001',
        subject: 'First',
        state: 'resolved',
        version: 3,
        cost: '3.00',
        watchers: [{ title: 'Mona' }],
        created_by: { title: 'Rita' },
        state_since: '2025-01-31T12:00:00.000Z',
      },
      {
        number: 'SD-2026-00001',
        subject: 'Second',
        fee: '14.00',
        state: 'new',
        team: { title: 'Net' },
        total: '3.00',
        priority: 'normal',
        created_at: '2026-03-04T12:00:00.000Z',
      },
    ]);
    expect(await records.get(mona, 'team', 'Net')).toMatchObject({ lead: { title: 'Mona' } });
    const history = await records.history(mona, 'ticket', list.items[0]?.id ?? '');
    expect(history.map(({ transition, via }) => [transition, via])).toEqual([
      ['resolve', 'data'],
      ['take', 'data'],
      ['create', 'data'],
    ]);
    expect(history[1]).toMatchObject({
      by: { title: 'Mona' },
      changes: [{ field: 'assignee', old: null, new: { title: 'Mona' } }],
    });
    expect(history[0]?.input).toEqual({ why: 'done' });
    expect(await records.history(mona, 'ticket', list.items[1]?.id ?? '')).toMatchObject([
      { kind: 'create', at: '2026-03-04T12:00:00.000Z', by: { title: 'Rita' }, via: 'data' },
    ]);
    const next = await records.create(
      mona,
      'ticket',
      { subject: 'Third', category: 'Cables' },
      { version: null, confirm: [] },
    );
    expect(next['number']).toBe('SD-2026-00002');
  });

  it('leaves what was loaded alone, and updates the same records when a file changes', async () => {
    await load();
    expect(await load({}, '2026-04-01T00:00:00.000Z')).toMatchObject({ files: [], created: 0 });
    const changed = await load({ 'data/team.csv': 'name\nNet\nPrint\n' });
    expect(changed).toMatchObject({ created: 1, updated: 0 });
    const mona = await as('mona@x.test');
    expect((await records.list(mona, 'team', new URLSearchParams('total=exact'))).total).toBe(2);
    const tickets = FILES['data/demo/ticket.json']?.replace('First', 'Renamed') ?? '';
    expect(
      await load(
        { 'data/team.csv': 'name\nNet\nPrint\n', 'data/demo/ticket.json': tickets },
        '2026-04-01T00:00:00.000Z',
      ),
    ).toMatchObject({ created: 0, updated: 1 });
    const list = await records.list(mona, 'ticket', new URLSearchParams('sort=number'));
    expect(list.items.map((item) => [item['number'], item['subject']])).toEqual([
      ['SD-2025-00001', 'Renamed'],
      ['SD-2026-00001', 'Second'],
    ]);
    const history = await records.history(mona, 'ticket', list.items[0]?.id ?? '');
    expect(history.length).toBe(4);
    expect(history[0]?.changes).toEqual([{ field: 'subject', old: 'First', new: 'Renamed' }]);
  });

  it('knows a row without label and key by what is written in it', async () => {
    const rows = (...subjects: readonly string[]) =>
      `subject,category,requester\n${subjects.map((subject) => `${subject},Cables,Rita\n`).join('')}`;
    const more = (...subjects: readonly string[]) => load({ 'data/demo/more/ticket.csv': rows(...subjects) });
    const file = 'data/demo/more/ticket.csv';
    const first = await more('Alike', 'Alike', 'Other');
    expect(first.created).toBe(9);
    expect(first.rows).toContainEqual({ file, created: 3, unnamed: 0, changed: 0 });
    expect(await more('Other', 'Alike', 'Alike')).toMatchObject({ created: 0, rows: [] });
    const next = await more('Other', 'Alike', 'Alike', 'New');
    expect(next).toMatchObject({ created: 1, rows: [{ file, created: 1, unnamed: 1, changed: 0 }] });
  });

  it('names the row whose value another record has already', async () => {
    await migrate(db, pages('').model);
    await loadData(db, pages('p1,Welcome\n'), { demo: false, now: NOW });
    const refused = loadData(db, pages('p1,Welcome\np2,Welcome\n'), { demo: false, now: NOW });
    const problem = {
      file: 'data/page.csv',
      row: 3,
      field: 'headline',
      code: 'not_unique',
      value: 'Welcome',
      params: {},
    };
    await expect(refused).rejects.toMatchObject({ problems: [problem] });
  });

  it('loads demonstration data only when asked', async () => {
    expect((await load({}, NOW, false)).files).toEqual(['data/category.csv', 'data/team.csv']);
    expect(await records.demoAccounts()).toEqual([]);
    await load();
    expect((await records.demoAccounts()).map(({ name, roles }) => [name, roles])).toEqual(
      expect.arrayContaining([['Mona', ['agent', 'manager']]]),
    );
  });

  it('lists every name that nobody has and every value that does not fit, and loads nothing', async () => {
    const refused = await load({ 'data/category.csv': 'name,team\nCables,Nowhere\n,Net\n' }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(DataRefused);
    expect((refused as DataRefused).problems).toEqual(
      expect.arrayContaining([
        { file: 'data/category.csv', row: 2, field: 'team', code: 'no_such_record', value: 'Nowhere', params: {} },
        { file: 'data/category.csv', row: 3, field: 'name', code: 'required', value: null, params: expect.anything() },
      ]),
    );
    const isOfCables = ({ file, row }: DataProblem): boolean => file === 'data/category.csv' && row === 2;
    expect((refused as DataRefused).problems.filter(isOfCables)).toHaveLength(1);
    expect(await db.read.all('SELECT 1 FROM "team"', [])).toEqual([]);
  });
});
