import type { ListAnswer, RecordValue, UploadAnswer, Wire } from '@ninefold/model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { startDesk, type Desk } from '../../testing/start-desk.ts';
import { testPlace, type TestPlace } from '../../testing/test-database.ts';

const DAY_MS = 86_400_000;

/** Tickets with these fields, and whatever else. */
const tickets = (fields: string, { id = 'ticket', more = '' } = {}): string => `ninefold: 1
purpose: { name: desk, languages: [en], currency: EUR }
limits: { trash_days: 30 }
entities:
  note: { fields: { text: { type: string } } }
${id === '' ? '' : `  ${id}:\n    title: subject${more}\n    fields:\n      subject: { type: string }\n${fields}`}
roles:
  writer:
    members: everyone
    note: { create: true, read: true }
${id === '' ? '' : `    ${id}: { create: true, read: true, update: true, delete: true }`}
    user: { refer: true }
  boss: { runtime: [users] }
  administrator: { runtime: [spec, users], user: { read: true, grant: [boss, administrator] } }
`;

let place: TestPlace;
let desk: Desk | null;
let ada: Browser;
beforeEach(async () => {
  place = await testPlace();
  desk = null;
});
afterEach(async () => {
  await desk?.close();
  await place.remove();
});

/** Starts the application with this specification over what is stored. */
async function start(text: string, ...acceptLoss: readonly string[]): Promise<Desk> {
  const accounts = desk === null;
  await desk?.close();
  const kept = { ...place, remove: async () => Promise.resolve() };
  desk = await startDesk({ files: [{ path: 'app.yaml', text }], place: kept, accounts, acceptLoss });
  ada = await desk.signedIn('ada@example.com');
  return desk;
}

async function sent(name: string): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await ada.call('POST', `/api/_files?name=${name}`, { body: Buffer.from(name), headers });
  return (answer.json as UploadAnswer).id;
}

async function made(values: Readonly<Record<string, Wire>>): Promise<string> {
  const answer = await ada.call('POST', '/api/ticket', { body: { subject: 'a', ...values } });
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
  return (answer.json as RecordValue).id;
}

async function put(at: string, values: Readonly<Record<string, Wire>>): Promise<RecordValue> {
  const answer = await ada.call('PATCH', at, { body: values });
  expect([at, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([at, 200, '']);
  return answer.json as RecordValue;
}

/** Which of the files are still there after a sweep now, and after one when their time is over. */
async function swept({ service, wait }: Desk, ids: readonly string[]): Promise<readonly (readonly boolean[])[]> {
  const kept = async (): Promise<readonly boolean[]> => {
    await service.uploads.sweep();
    return Promise.all(ids.map(async (id) => (await service.uploads.hashOf(id)) !== null));
  };
  const now = await kept();
  wait(31 * DAY_MS);
  const later = await kept();
  return [now, later];
}

/** A field that holds files: how its values are written, and how the addresses of its files name it. */
interface Holder {
  readonly field: string;
  readonly path?: string;
  readonly holding: (id: string) => Wire;
  readonly without: Wire;
}
const one = (field: string): Holder => ({ field, holding: (id) => id, without: null });
const many = (field: string): Holder => ({ field, holding: (id) => [id], without: [] });
const lines = (field: string, inner: string): Holder => {
  return { field, path: `${field}.${inner}`, holding: (id) => [{ [inner]: id }], without: [] };
};
const part = (field: string, inner: string): Holder => {
  return { field, path: `${field}.${inner}`, holding: (id) => ({ [inner]: id }), without: { [inner]: null } };
};

/** A file is read where its field is now, comes back there after it was taken out, and goes once it has been out for its time. Answers those that did not go. */
async function followed(running: Desk, at: string, held: ReadonlyMap<Holder, string>): Promise<readonly string[]> {
  for (const [{ field, path = field, holding, without }, id] of held) {
    const read = async (): Promise<number> => (await ada.call('GET', `${at}/${path}/${id}`)).status;
    expect([path, await read()]).toEqual([path, 200]);
    await put(at, { [field]: without });
    expect([path, await read()]).toEqual([path, 404]);
    await put(at, { [field]: holding(id) });
    expect([path, await read()]).toEqual([path, 200]);
  }
  const ids = [...held.values()];
  expect(await swept(running, ids)).toEqual([ids.map(() => true), ids.map(() => true)]);
  ada = await running.signedIn('ada@example.com');
  await put(at, Object.fromEntries([...held.keys()].map(({ field, without }) => [field, without])));
  const [now, later] = await swept(running, ids);
  expect(now).toEqual(ids.map(() => true));
  return ids.filter((_, index) => later?.[index]);
}

test('files follow their field, lines, object and entity to another name', async () => {
  await start(
    tickets(`      photo: { type: file }
      papers: { type: files }
      rows: { type: lines, fields: { scan: { type: file } } }
      deeds: { type: lines, fields: { paper: { type: file } } }
      site: { type: object, fields: { plan: { type: file } } }
      house: { type: object, fields: { view: { type: file } } }
`),
  );
  const [photo, paper, scan, deed, plan, view] = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(sent));
  const ids = [photo, paper, scan, deed, plan, view].map((id) => id ?? '');
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = ids;
  const record = await made({
    ...{ photo: a, papers: [b], rows: [{ scan: c }], deeds: [{ paper: d }] },
    ...{ site: { plan: e }, house: { view: f } },
  });
  const running = await start(
    tickets(
      `      picture: { type: file, was: photo }
      sheets: { type: files, was: papers }
      lines: { type: lines, was: rows, fields: { scan: { type: file } } }
      deeds: { type: lines, fields: { page: { type: file, was: paper } } }
      place: { type: object, was: site, fields: { plan: { type: file } } }
      house: { type: object, fields: { front: { type: file, was: view } } }
`,
      { id: 'matter', more: '\n    was: ticket' },
    ),
  );
  const held = [
    ...[one('picture'), many('sheets'), lines('lines', 'scan'), lines('deeds', 'page')],
    ...[part('place', 'plan'), part('house', 'front')],
  ];
  expect(
    await followed(running, `/api/matter/${record}`, new Map(held.map((holder, at) => [holder, ids[at] ?? '']))),
  ).toEqual([]);
});

test('the file of a line moves to another line after both its names have changed', async () => {
  await start(tickets('      rows: { type: lines, fields: { scan: { type: file } } }\n'));
  const file = await sent('a');
  const record = await made({ rows: [{ scan: file }] });
  await start(tickets('      parts: { type: lines, was: rows, fields: { sheet: { type: file, was: scan } } }\n'));
  const { items } = (await ada.call('GET', '/api/ticket')).json as ListAnswer;
  expect(items.map(({ id }) => id)).toEqual([record]);
  const moved = await put(`/api/ticket/${record}`, { parts: [{ sheet: null }, { sheet: file }] });
  expect(moved['parts']).toMatchObject([{ sheet: null }, { sheet: { id: file } }]);
});

test('fields, lines and fields of lines exchange their names with their files', async () => {
  const inner = (was: (id: string) => string): string =>
    `{ front: { type: file${was('back')} }, back: { type: file${was('front')} } }`;
  const fields = (was: (id: string) => string): string => `      left: { type: file${was('right')} }
      right: { type: file${was('left')} }
      rows: { type: lines${was('parts')}, fields: ${inner(was)} }
      parts: { type: lines${was('rows')}, fields: ${inner(was)} }
`;
  await start(tickets(fields(() => '')));
  const [a = '', b = '', c = '', d = ''] = await Promise.all(['a', 'b', 'c', 'd'].map(sent));
  const record = await made({ left: a, right: b, rows: [{ front: c }], parts: [{ front: d }] });
  const running = await start(tickets(fields((id) => `, was: ${id}`)));
  const holders = [one('right'), one('left'), lines('parts', 'back'), lines('rows', 'back')];
  const held = new Map(holders.map((holder, at) => [holder, [a, b, c, d][at] ?? '']));
  expect(await followed(running, `/api/ticket/${record}`, held)).toEqual([]);
});

test('files of a field that becomes one of several may be put there again, and go after their time', async () => {
  await start(tickets('      photo: { type: file }\n      view: { type: file }\n'));
  const [again = '', never = ''] = await Promise.all(['a', 'b'].map(sent));
  const record = await made({ photo: again, view: never });
  let running = await start(
    tickets('      photo: { type: files }\n      view: { type: files }\n'),
    ...['ticket.photo', 'ticket.view'],
  );
  await put(`/api/ticket/${record}`, { photo: [again] });
  expect(await swept(running, [again, never])).toEqual([
    [true, true],
    [true, false],
  ]);
  running = await start(
    tickets('      photo: { type: file }\n      view: { type: file }\n'),
    ...['ticket.photo', 'ticket.view'],
  );
  expect(await swept(running, [again])).toEqual([[true], [false]]);
});

test('files of fields and of an entity that are gone go after their time', async () => {
  const rows = '      rows: { type: lines, fields: { n: { type: integer }, scan: { type: file } } }\n';
  const all = `      photo: { type: file }\n      papers: { type: files }\n      kept: { type: file }\n${rows}`;
  await start(tickets(all));
  const [a = '', b = '', c = '', d = ''] = await Promise.all(['a', 'b', 'c', 'd'].map(sent));
  const record = await made({ photo: a, papers: [b], rows: [{ n: 1, scan: c }], kept: d });
  const less = `      kept: { type: file }\n${rows.replace(', scan: { type: file }', '')}`;
  let running = await start(tickets(less), 'ticket.photo', 'ticket.papers', 'ticket.rows.scan');
  expect(await swept(running, [a, b, c, d])).toEqual([
    [true, true, true, true],
    [false, false, false, true],
  ]);
  ada = await running.signedIn('ada@example.com');
  expect((await ada.call('GET', `/api/ticket/${record}/kept/${d}`)).status).toBe(200);
  running = await start(tickets('', { id: '' }), 'ticket');
  expect(await swept(running, [d])).toEqual([[true], [false]]);
});

test('files go whose field went while nothing noted that they left it', async () => {
  await start(tickets('      photo: { type: file }\n'));
  const file = await sent('a');
  await made({ photo: file });
  const running = await start(tickets(''), 'ticket.photo');
  await running.database.write((tx) => tx.run('UPDATE "_file_use" SET "left_at" = NULL', []));
  expect(await swept(running, [file])).toEqual([[true], [false]]);
});

test('a file that was noted under a former name comes back to its field, and goes after its time', async () => {
  const running = await start(tickets('      rows: { type: lines, fields: { scan: { type: file } } }\n'));
  const file = await sent('a');
  const record = await made({ rows: [{ scan: file }] });
  await running.database.write((tx) => tx.run(`UPDATE "_file_use" SET "field" = 'parts.scan'`, []));
  await running.service.uploads.sweep();
  running.wait(31 * DAY_MS);
  ada = await running.signedIn('ada@example.com');
  const at = `/api/ticket/${record}`;
  expect(await followed(running, at, new Map([[lines('rows', 'scan'), file]]))).toEqual([]);
});
