import type { ImportAnswer, ListAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en, ja], time_zone: Asia/Tokyo, currency: JPY }
limits: { xlsx_rows: 40 }
entities:
  place: { title: name, fields: { name: { type: string, required: true } } }
  thing:
    title: name
    key: code
    unique: [[name, size]]
    fields:
      number: { type: sequence, pattern: 'T-{000}' }
      code: { type: string, required: true, max: 20, label: Code }
      name: { type: string, max: 60, label: Name }
      note: { type: text, label: Note }
      size: { type: integer }
      weight: { type: number, scale: 3 }
      price: { type: money }
      share: { type: percent }
      ready: { type: boolean }
      day: { type: date }
      moment: { type: datetime }
      kind: { type: choice, options: [small, large], label: Kind }
      tags: { type: choices, options: [red, blue] }
      place: { type: reference, to: place }
      owner: { type: reference, to: user, default: = user }
      readers: { type: references, to: user }
      secret: { type: text, closed: true }
      rows:
        type: lines
        fields: { item: { type: string, required: true }, count: { type: integer }, cost: { type: money }, where: { type: reference, to: place }, sum: { type: money, computed: line.count * line.cost } }
      total: { type: money, computed: "sum(record.rows.map(r, r.sum))" }
states:
  thing: { initial: open, states: { open: { kind: active }, done: { kind: done } }, transitions: { finish: { from: open, to: done, by: boss } } }
rules:
  thing: { light: { check: "record.weight < 1000 || blank(record.weight)", at: weight, message: "Too heavy." }, odd: { reject_when: record.size == 13, severity: warning, message: "Really 13?" } }
roles:
  boss:
    thing: { create: true, read: true, update: true, delete: true, export: true, import: true, history: true }
    place: all
    user: { refer: true, read: true }
  reader: { members: everyone, thing: { read: record.kind != "small", export: true, import: true, update: record.owner == user, fields: { price: read } }, user: { refer: true } }
  administrator: { runtime: [users], thing: { create: true, read: record.owner == user }, place: { create: true, read: true, update: true, import: 'record.name != "Shut"' }, user: { read: true, grant: [boss] } }
`;
const files = [
  { path: 'app.yaml', text: SPECIFICATION },
  {
    path: 'locales/ja/app.json',
    text: JSON.stringify({
      entities: {
        thing: {
          fields: {
            code: { label: 'コード' },
            name: { label: '名前' },
            kind: { label: '種類', options: { small: { label: '小' }, large: { label: '大' } } },
          },
        },
      },
    }),
  },
];
const CSV = { 'content-type': 'text/csv' };
const TYPES = {
  csv: 'text/csv',
  jsonl: 'application/jsonl',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
const HOSTILE = [
  '=1+1',
  "'=1+1",
  "''@x",
  '-5',
  '0123',
  '1,234.5',
  ' a;"b"\n\r\nc\u2028d ',
  '_x0001_',
  'TRUE',
  '😀表 <&>',
  '2026/3/5',
];

let desk: Desk;
let other: Desk;
let cleo: Browser;
beforeAll(async () => {
  [desk, other] = [await startDesk({ files }), await startDesk({ files })];
  cleo = await desk.signedIn('cleo@example.com');
  await made(cleo, 'place', { name: 'Only; one' });
  for (const name of ['Twice', 'Twice', 'Once']) await made(cleo, 'place', { name });
  const places = ((await cleo.call('GET', '/api/place?sort=name')).json as ListAnswer).items;
  const rows = HOSTILE.map((item, at) => ({ item, count: at, cost: '2', where: places[at % 4]?.id ?? null }));
  const full = {
    ...{ code: 'A-1', name: 'Full', note: HOSTILE.join('\n'), size: -7, weight: '0.125', price: '1200', share: '8.5' },
    ...{ ready: true, day: '1899-12-31', moment: '2026-11-01T05:30:00.123Z', kind: 'large', tags: ['blue', 'red'] },
    ...{ place: places[0]?.id ?? null, rows },
  };
  const readers = ((await cleo.call('GET', '/api/user?sort=name')).json as ListAnswer).items.map(({ id }) => id);
  await made(cleo, 'thing', { ...full, readers });
  await made(cleo, 'thing', { code: 'A-2', owner: null });
  await made(cleo, 'thing', { code: 'A-3', kind: 'small' });
  for (const [at, name] of HOSTILE.entries())
    await made(cleo, 'thing', { code: `H-${String(at)}`, name, note: name, day: '2026-03-05', weight: '999.999' });
}, 60_000);
afterAll(async () => {
  await desk.close();
  await other.close();
});

async function made(browser: Browser, entity: string, body: object): Promise<RecordValue> {
  const answer = await browser.call('POST', `/api/${entity}`, { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json as RecordValue;
}

async function sent(browser: Browser, query: string, body: string | Buffer, type: string = TYPES.csv) {
  const answer = await browser.call('POST', `/api/thing/import?${query}`, { body, headers: { 'content-type': type } });
  return answer.json as ImportAnswer & ProblemAnswer;
}

const things = async (browser: Browser, query = ''): Promise<readonly RecordValue[]> =>
  ((await browser.call('GET', `/api/thing?sort=code&size=200${query}`)).json as ListAnswer).items;
const exported = async (browser: Browser, format: string, query = ''): Promise<Buffer> =>
  (await browser.call('GET', `/api/thing?format=${format}&sort=code${query}`)).bytes;
const counts = ({ created, changed, unchanged, failed, written }: ImportAnswer) => [
  created,
  changed,
  unchanged,
  failed,
  written,
];

test.each(Object.entries(TYPES))(
  'what is exported as %s says nothing new where it is imported again',
  async (format, type) => {
    const file = await exported(cleo, format);
    const answer = await sent(cleo, 'mode=try', file, type);
    expect(answer.problems).toEqual([]);
    expect(counts(answer)).toEqual([0, 0, HOSTILE.length + 3, 0, false]);
    expect(answer.match).toEqual(['code']);
    const ignored = answer.columns.filter(({ field }) => field === null).map(({ title }) => title);
    expect(ignored).toEqual(['state', 'total']);
  },
);

/** A record without what belongs to one installation. */
function bare(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => bare(item));
  if (typeof value !== 'object' || value === null) return /^(?:created|changed|state)_/.test(key) ? null : value;
  const entries = Object.entries(value).filter(
    ([name]) => !['id', 'version', 'created_by', 'changed_by'].includes(name),
  );
  return Object.fromEntries(entries.map(([name, inner]) => [name, bare(inner, name)]));
}

test('and makes the same records in another installation, whatever the format', async () => {
  const boss = await other.signedIn('cleo@example.com');
  for (const name of ['Only; one', 'Once']) await made(boss, 'place', { name });
  const plain = (await things(cleo)).map((record) => bare({ ...record, place: null, rows: [] }));
  for (const [format, type] of Object.entries(TYPES)) {
    const select =
      '&select=' +
      Object.keys((await things(cleo))[0] ?? {})
        .filter(
          (name) =>
            !['place', 'rows', 'id'].includes(name) &&
            !/_(?:at|by|since|final)$|^(?:version|title|state|number|total)$/.test(name),
        )
        .join(',');
    const file = await exported(cleo, format, select);
    const answer = await sent(boss, 'mode=all', file, type);
    expect([format, answer.problems, answer.created]).toEqual([format, [], HOSTILE.length + 3]);
    const there = await things(boss);
    const numbered = (list: readonly unknown[]): readonly unknown[] =>
      list.map((record) => ({ ...(record as object), number: null, total: null }));
    expect(numbered(there.map((record) => bare(record)))).toEqual(numbered(plain));
    for (const { id } of there) await boss.call('DELETE', `/api/thing/${id}`);
  }
});

test('references are known by id, key or a title that only one has; a title of several is said', async () => {
  const answer = await sent(
    cleo,
    'mode=try',
    'code,place,owner,readers\nR-1,Once,Ada Writer,Ada Writer;Bo Writer\nR-2,Twice,,\nR-3,Nowhere,,\n',
  );
  expect(counts(answer)).toEqual([1, 0, 0, 2, false]);
  expect(answer.problems.map(({ row, column, code }) => [row, column, code])).toEqual([
    [3, 'place', 'several_records'],
    [4, 'place', 'no_such_record'],
  ]);
});

test('problems name row and column in the language of the reader; nothing is written unless all or the good ones may', async () => {
  const file = 'コード,Name,種類,weight,size\nL-1,a,小,1,13\nL-2,b,Nonsense,1,\n,c,large,2000,x\nL-1,d,,,\n';
  const before = (await things(cleo)).length;
  const tried = await sent(cleo, 'mode=try&lng=ja', file);
  expect(counts(tried)).toEqual([1, 0, 0, 3, false]);
  expect(tried.columns.map(({ field }) => field)).toEqual(['code', 'name', 'kind', 'weight', 'size']);
  expect(tried.problems.map(({ row, column, code, message }) => [row, column, code, message])).toEqual([
    [3, '種類', 'bad_option', expect.stringMatching(/[ぁ-ん]/)],
    [4, 'コード', 'required', expect.stringMatching(/[ぁ-ん]/)],
    [4, 'size', 'not_whole', expect.stringMatching(/[ぁ-ん]/)],
    [5, 'コード', 'repeated_row', expect.stringContaining('2行目')],
  ]);
  const refused = await sent(cleo, 'mode=all', file);
  expect([refused.status, refused.code, refused.errors.map(({ path }) => path)]).toEqual([
    409,
    'writes_refused',
    ['rows[3].kind', 'rows[4].code', 'rows[4].size', 'rows[5].code'],
  ]);
  expect((await things(cleo)).length).toBe(before);
  const each = await sent(cleo, 'mode=each', file);
  expect(counts(each)).toEqual([1, 0, 0, 3, true]);
  const [found] = await things(cleo, '&f.code=eq:L-1');
  expect(found).toMatchObject({ name: 'a', kind: 'small', size: 13 });
  const history = (await cleo.call('GET', `/api/thing/${found?.id ?? ''}/history`)).json as {
    items: { via: string }[];
  };
  expect(history.items.map(({ via }) => via)).toEqual(['import']);
  await cleo.call('DELETE', `/api/thing/${found?.id ?? ''}`);
});

test('two rows of one record: the same again changes nothing, something else is refused, of a record of before as well', async () => {
  const [first] = await things(cleo, '&f.code=eq:A-1');
  const file = 'code,note\nA-1,once\nA-1,once\nA-1,twice\nM-1,new\nM-1,new\nM-1,newer\nM-1\n';
  const each = await sent(cleo, 'mode=each', file);
  expect(counts(each)).toEqual([1, 1, 2, 3, true]);
  expect(each.problems.map(({ row, code, params }) => [row, code, params])).toEqual([
    [4, 'repeated_row', { row: 2 }],
    [7, 'repeated_row', { row: 5 }],
    [8, 'repeated_row', { row: 5 }],
  ]);
  expect((await things(cleo, '&f.code=eq:A-1'))[0]).toMatchObject({ id: first?.id, note: 'once' });
  const [made] = await things(cleo, '&f.code=eq:M-1');
  await cleo.call('DELETE', `/api/thing/${made?.id ?? ''}`);
});

test('rows are matched as it is asked for: by id, by what is unique together, by a number, or not at all', async () => {
  const [first] = await things(cleo, '&f.code=eq:A-1');
  const by = async (match: string, file: string) => counts(await sent(cleo, `mode=try&match=${match}`, file));
  expect(await by('id', `id,code\n${first?.id ?? ''},A-9\n`)).toEqual([0, 1, 0, 0, false]);
  expect(await by('name,size', 'name,size,share\nFull,-7,9\n')).toEqual([0, 1, 0, 0, false]);
  expect(await by('number', 'number,note\nT-001,changed\n')).toEqual([0, 1, 0, 0, false]);
  expect(await by('', 'code,note\nA-1,changed\n')).toEqual([0, 0, 0, 1, false]);
  expect((await sent(cleo, 'match=note', 'note\nx\n')).code).toBe('bad_parameter');
});

test('nobody writes, finds or learns by an import what they may not otherwise', async () => {
  const ada = await desk.signedIn('ada@example.com');
  const file = (await exported(cleo, 'csv')).toString('utf8');
  const answer = await sent(ada, 'mode=try', 'code,price,note,secret\nA-1,5,x,y\nA-2,,x,y\nNEW,,x,y\n');
  expect(answer.columns.map(({ field }) => field)).toEqual(['code', null, 'note', null]);
  expect(answer.problems.map(({ row, code }) => [row, code])).toEqual([
    [2, 'forbidden'],
    [3, 'forbidden'],
    [4, 'forbidden'],
  ]);
  const dan = await desk.signedIn('dan@example.com');
  const blind = await sent(dan, 'mode=try&match=code', 'code\nA-3\nZ-1\n');
  expect(blind.code ?? blind.problems.map(({ row, code }) => [row, code])).toEqual([[2, 'not_unique']]);
  expect((await sent(ada, 'mode=all', file)).code).toBe('writes_refused');
  const place = await ada.call('POST', '/api/place/import', { body: '"', headers: CSV });
  expect(place.status).toBe(403);
});

test('an import that is sent again is made once', async () => {
  const call = (body: string) =>
    cleo.call('POST', '/api/thing/import', { body, headers: { ...CSV, 'idempotency-key': 'i1' } });
  const answers = [await call('code\nO-1\n'), await call('code\nO-1\n'), await call('code\nO-2\n')];
  expect(
    answers.map(({ json }) => (json as ImportAnswer & ProblemAnswer).created ?? (json as ProblemAnswer).code),
  ).toEqual([1, 1, 'key_reused']);
  await cleo.call('DELETE', `/api/thing/${(await things(cleo, '&f.code=eq:O-1'))[0]?.id ?? ''}`);
});

test('files come in UTF-8 with a mark, in UTF-16 and in Shift_JIS, with commas, semicolons or tabs', async () => {
  const utf16 = Buffer.from('\ufeffコード\t名前\nU-1\ta;b\n', 'utf16le');
  const sjis = Buffer.from([0x83, 0x52, 0x81, 0x5b, 0x83, 0x68, 0x2c, 0x6e, 0x61, 0x6d, 0x65, 0x0a, 0x31, 0x2c, 0x32]);
  const of = async (body: string | Buffer) => {
    const { encoding, columns } = await sent(cleo, 'mode=try', body);
    return [encoding, ...columns.map(({ field, sample }) => `${field ?? ''}=${sample}`)];
  };
  expect(await of('\ufeffcode;name\n"a;b";1\n')).toEqual(['utf-8', 'code=a;b', 'name=1']);
  expect(await of(utf16)).toEqual(['utf-16le', 'code=U-1', 'name=a;b']);
  expect(await of(sjis)).toEqual(['shift_jis', 'code=1', 'name=2']);
});

test('who may import only some records makes and changes none that is not, or was not, among them', async () => {
  const dan = await desk.signedIn('dan@example.com');
  const shut = await made(cleo, 'place', { name: 'Shut' });
  const open = await made(cleo, 'place', { name: 'Open' });
  const into = async (file: string): Promise<ImportAnswer> =>
    (await dan.call('POST', '/api/place/import?mode=each', { body: file, headers: CSV })).json as ImportAnswer;
  const done = await into(`id,name\n,New\n,Shut\n${open.id},Shut\n${shut.id},Opened\n${open.id},Opened\n`);
  expect(counts(done)).toEqual([1, 1, 0, 3, true]);
  expect(done.problems.map(({ row, code, params }) => [row, code, params['verb']])).toEqual(
    [3, 4, 5].map((row) => [row, 'forbidden', 'import']),
  );
  const names = ((await cleo.call('GET', '/api/place?search=&sort=name')).json as ListAnswer).items.map(
    ({ title }) => title,
  );
  expect(names.filter((name) => /Shut|Open|New/.test(String(name)))).toEqual(['New', 'Opened', 'Shut']);
  const users = await cleo.call('POST', '/api/user/import', { body: 'name\n', headers: CSV });
  expect(users.json).toMatchObject({ code: 'forbidden', params: { verb: 'import' } });
});

test('what is no table, and more than a sheet may hold, is said with the way out', async () => {
  const codes = [
    await sent(cleo, '', ''),
    await sent(cleo, '', 'code\n'),
    await sent(cleo, '', 'code,name\n"x,1\n'),
    await sent(cleo, '', '{"code":1}\n[]\n', TYPES.jsonl),
    await sent(cleo, '', 'code\nx\n', TYPES.xlsx),
    await sent(cleo, '', `{"code":${'['.repeat(5000)}${']'.repeat(5000)}}`, TYPES.jsonl),
    await sent(cleo, '', `code${','.repeat(20_000)}\nx\n`),
    await sent(cleo, '', 'x', 'text/plain'),
    await sent(cleo, 'mode=some', 'code\nx\n'),
    await sent(cleo, 'columns=code,code', 'a,b\nx,y\n'),
  ];
  expect(codes.map(({ code }) => code)).toEqual([
    ...['not_a_table', 'not_a_table', 'not_a_table', 'not_a_table', 'not_a_table', 'not_a_table', 'not_a_table'],
    ...['wrong_media_type', 'bad_parameter', 'bad_parameter'],
  ]);
  const many = `code\n${Array.from({ length: 41 }, (_, at) => `M-${String(at)}`).join('\n')}\n`;
  expect((await sent(cleo, 'mode=each', many)).created).toBe(41);
  const answer = await cleo.call('GET', '/api/thing?format=xlsx');
  expect([answer.status, (answer.json as ProblemAnswer).title]).toEqual([413, expect.stringContaining('Use CSV')]);
});

test('an import whose caller goes away is undone, and the next write waits no longer for it', async () => {
  const spy = vi.spyOn(other.service.records, 'import');
  const boss = await other.signedIn('cleo@example.com');
  const address = await other.app.listen({ port: 0, host: '127.0.0.1' });
  const rows = Array.from({ length: 3000 }, (_, at) => `G-${String(at)},Gone`);
  const sending = request(`${address}/api/thing/import?mode=all`, {
    method: 'POST',
    headers: {
      ...CSV,
      cookie: [...boss.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      'x-xsrf-token': boss.cookies.get('desk_xsrf') ?? '',
    },
  });
  sending.on('error', () => undefined);
  sending.end(`code,name\n${rows.join('\n')}\n`);
  await vi.waitFor(() => expect(spy).toHaveBeenCalled(), { timeout: 20_000 });
  sending.destroy();
  await vi.waitFor(() => expect(spy.mock.settledResults[0]?.type).toBe('rejected'), { timeout: 60_000, interval: 5 });
  spy.mockRestore();
  await made(boss, 'thing', { code: 'After', name: 'After' });
  expect((await things(boss, '&search=Gone')).length).toBe(0);
  expect(await other.service.faults.newest(1)).toEqual([]);
});
