import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';
import type { BulkAnswer, BulkBody, ImportAnswer, ListAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en, ja], time_zone: Asia/Tokyo }
entities:
  place: { title: name, label: Place, fields: { name: { type: string, required: true } } }
  thing:
    title: name
    key: code
    fields:
      code: { type: string, required: true, max: 20, label: Code }
      name: { type: string, max: 10, label: Name }
      label: { type: string, label: Title }
      caption: { type: string, label: Title }
      size: { type: integer, max: 9, label: Size }
      due: { type: datetime, max: "= now + hours(24)", label: Due }
      kind: { type: choice, options: [small, large, huge, giant], label: Kind }
      place: { type: reference, to: place, label: Place }
      weight: { type: number, scale: 3, label: Weight }
      price: { type: money, currency: EUR, label: Price }
  room: { title: name, unique: [place, name], fields: { place: { type: reference, to: place }, name: { type: string }, seats: { type: integer } } }
rules:
  thing: { odd: { check: "record.size != 7 || blank(record.size)", at: size, message: "Not seven." } }
roles:
  boss: { thing: all, room: all, place: all, user: { read: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
`;
const TEXTS = {
  en: { entities: { thing: { fields: { kind: { options: { huge: { label: 'Big' }, giant: { label: 'Big' } } } } } } },
  ja: {
    entities: {
      place: { label: '場所' },
      thing: {
        fields: {
          name: { label: '名前' },
          due: { label: '期限' },
          kind: { label: '種類', options: { small: { label: '小型' }, large: { label: '大型' } } },
          place: { label: '場所' },
        },
      },
    },
  },
};
const files = [
  { path: 'app.yaml', text: SPECIFICATION },
  ...Object.entries(TEXTS).map(([language, text]) => ({
    path: `locales/${language}/app.json`,
    text: JSON.stringify(text),
  })),
];
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({ files });
  cleo = await desk.signedIn('cleo@example.com');
  for (const name of ['Warehouse', 'Attic']) await cleo.call('POST', '/api/place', { body: { name } });
}, 60_000);
afterAll(() => desk.close());

interface Sent {
  readonly status: number;
  readonly done: ImportAnswer;
  readonly refused: ProblemAnswer;
}

async function send(body: string | Buffer, query = 'mode=try', type = 'text/csv', more = {}): Promise<Sent> {
  const headers = { 'content-type': type, ...more };
  const { status, json } = await cleo.call('POST', `/api/thing/import?${query}`, { body, headers });
  return { status, done: json as ImportAnswer, refused: json as ProblemAnswer };
}

const messages = ({ done }: Sent): readonly string[] => done.problems.map(({ message }) => message);

test.each([
  [
    'kind',
    'Lrge',
    '“Lrge” is not an option of “Kind”. Did you mean “Large”?',
    '「Lrge」は「種類」の選択肢にありません。「大型」のことですか？',
  ],
  [
    'kind',
    'nonsense',
    '“nonsense” is not an option of “Kind”. Possible values: Small, Large, huge, and giant.',
    '「nonsense」は「種類」の選択肢にありません。入力できる値：小型、大型、huge、giant',
  ],
  [
    'kind',
    'Big',
    'More than one option of “Kind” is called “Big”. Give the ID of the one you mean.',
    '「種類」には「Big」という選択肢が複数あります。IDで指定してください。',
  ],
  [
    'place',
    'Warehose',
    'No place matches “Warehose”. Did you mean “Warehouse”?',
    '「Warehose」に一致する場所がありません。「Warehouse」のことですか？',
  ],
  ['place', 'No such place', 'No place matches “No such place”.', '「No such place」に一致する場所がありません。'],
  [
    'size',
    'many',
    '“many” is not a whole number. Enter one such as 12.',
    '「many」は整数ではありません。「12」のように入力してください。',
  ],
  ['size', '12', 'Size “12”: Enter 9 or less.', 'Size「12」：9以下の値を入力してください。'],
  ['size', '7', 'Size “7”: Not seven.', 'Size「7」：Not seven.'],
  [
    'due',
    '2030-01-01',
    'Due “2030-01-01”: Choose Mar 6, 2026, 6:00 PM or earlier.',
    '期限「2030-01-01」：2026/03/06 18:00以前を指定してください。',
  ],
  [
    'name',
    'much too long',
    'Name “much too long”: Use 10 characters or fewer.',
    '名前「much too long」：10文字以内で入力してください。',
  ],
] as const)(
  'a problem says the value and the field, in the language of the reader: %s %s',
  async (field, value, en, ja) => {
    const file = `code,${field}\nA,${value}\n`;
    const [english, japanese] = [await send(file), await send(file, 'mode=try&lng=ja')];
    expect(messages(english)).toEqual([en]);
    expect(messages(japanese)).toEqual([ja]);
    expect(english.done.problems[0]).toMatchObject({ row: 2, column: field, value });
  },
);

test('a missing value is asked for by its field', async () => {
  expect(messages(await send('code,name\n,x\n'))).toEqual(['Enter “Code”.']);
});

test.each([
  ['Title', 'Title', 'Title or Title'],
  ['Name,名前', 'Name', 'Name'],
])('a column that could fill several fields is an error, never a guess: %s', async (columns, column, fields) => {
  const file = `code,${columns}\nA${',x'.repeat(columns.split(',').length)}\n`;
  const tried = await send(file);
  expect(tried.done.problems[0]).toMatchObject({ row: 1, column, code: 'ambiguous_column', params: { fields } });
  const { status, refused } = await send(file, 'mode=each');
  expect([status, refused.code]).toEqual([400, 'ambiguous_column']);
  expect(
    (await send(file, `mode=try&columns=code${',label,caption'.slice(0, columns.includes(',') ? 14 : 6)}`)).done
      .problems,
  ).toEqual([]);
});

test('ids come before labels, and the label in the language of the reader before those in others', async () => {
  const { done } = await send('code,label,Kind\nA,x,small\n');
  expect(done.columns.map(({ field }) => field)).toEqual(['code', 'label', 'kind']);
  expect(done.problems).toEqual([]);
  expect((await send('code,種類\nA,小型\n', 'mode=try&lng=en')).done.created).toBe(1);
});

const BAD = ['A-1,good,small', 'A-2,"=bad, long one",Lrge', 'A-3,fine,large', 'A-4,,nonsense'];

test('the rows that failed come back with the reason, are corrected, and are imported', async () => {
  const { done } = await send(`code,Name,kind\n${BAD.join('\n')}\n`, 'mode=each&rejects=file');
  expect([done.created, done.failed]).toEqual([2, 2]);
  const text = Buffer.from(done.rejects?.content ?? '', 'base64').toString('utf8');
  expect(parse(text, { bom: true })).toEqual([
    ['code', 'Name', 'kind', 'Import problem'],
    [
      'A-2',
      "'=bad, long one",
      'Lrge',
      'Name “=bad, long one”: Use 10 characters or fewer.\n“Lrge” is not an option of “Kind”. Did you mean “Large”?',
    ],
    ['A-4', '', 'nonsense', '“nonsense” is not an option of “Kind”. Possible values: Small, Large, huge, and giant.'],
  ]);
  const corrected = text.replace('Lrge', 'Large').replace("'=bad, long one", 'short').replace('nonsense', 'small');
  const again = (await send(corrected, 'mode=all&rejects=file')).done;
  expect([again.created, again.failed, again.rejects]).toEqual([2, 0, null]);
});

test('they come back too where the answer was lost and the import is sent again, which reads no row', async () => {
  const lines = ['code,Name,kind', 'R-1,good,small', 'R-2,much too long a name,Lrge', 'R-3,fine,nonsense'].join('\n');
  const once = () => send(lines, 'mode=each&rejects=file', 'text/csv', { 'idempotency-key': 'rejects-again' });
  const [first, again] = [await once(), await once()];
  expect(first.done).toMatchObject({ created: 1, failed: 2, rejects: { rows: 2 } });
  expect(again.done).toEqual(first.done);
});

test('a name in JSON lines that is none is told with the name', async () => {
  const { done } = await send('{"code":"J-9","knd":"small"}\n', 'mode=try', 'application/jsonl');
  expect(done.problems.map(({ message }) => message)).toEqual(['There is no field “knd” here.']);
});

test('so does a spreadsheet, and a file of JSON lines', async () => {
  const lines = ['{"code":"J-1","kind":"nonsense"}', '{"code":"J-2","kind":"small"}'];
  const { done } = await send(`${lines.join('\n')}\n`, 'mode=try&rejects=file', 'application/jsonl');
  const text = Buffer.from(done.rejects?.content ?? '', 'base64').toString('utf8');
  const problem = '“nonsense” is not an option of “Kind”. Possible values: Small, Large, huge, and giant.';
  expect(JSON.parse(text)).toEqual({ code: 'J-1', kind: 'nonsense', import_problem: problem });
  const mended = await send(text.replace('"kind":"nonsense"', '"kind":"small"'), 'mode=try', 'application/jsonl');
  expect([mended.done.problems, mended.done.created]).toEqual([[], 1]);
  await send('code,name\nX-1,one\nX-2,two\n', 'mode=all');
  const sheet = await cleo.call(
    'GET',
    '/api/thing?format=xlsx&for=people&select=code,name&f.code=in:X-1,X-2&sort=code&lng=ja',
  );
  await cleo.call('DELETE', '/api/thing/X-1');
  const tried = (await send(sheet.bytes, 'mode=try&match=&rejects=file&lng=ja', XLSX)).done;
  const [back] = await readXlsxFile(Buffer.from(tried.rejects?.content ?? '', 'base64'));
  expect(back?.data).toEqual([
    ['Code', '名前', 'インポートの問題'],
    ['X-2', 'two', '「X-2」のレコードがすでにあります。別の値にしてください。'],
  ]);
});

async function things(query: string): Promise<readonly RecordValue[]> {
  return ((await cleo.call('GET', `/api/thing?sort=code&${query}`)).json as ListAnswer).items;
}

async function bulk(body: BulkBody): Promise<BulkAnswer> {
  return (await cleo.call('POST', '/api/thing/bulk', { body })).json as BulkAnswer;
}

test('what an import wrote is found between its moments, and is undone; what others changed meanwhile stays', async () => {
  await send('code,name,size\nU-1,one,1\nU-2,two,2\n', 'mode=all');
  desk.wait(60_000);
  const { done } = await send('code,name,size\nU-1,uno,1\nU-2,due,3\nU-3,tre,3\nU-4,cuatro,4\n', 'mode=all');
  const [from = '', to = ''] = done.between ?? [];
  expect((await things(`f.created_at=ge:${from}&f.created_at=le:${to}`)).map(({ code }) => code)).toEqual([
    'U-3',
    'U-4',
  ]);
  expect(
    (await things(`f.changed_at=ge:${from}&f.changed_at=le:${to}&f.created_at=lt:${from}`)).map(({ code }) => code),
  ).toEqual(['U-1', 'U-2']);
  expect(done.undo?.map(({ version, before }) => [version, before])).toEqual([
    [2, { name: 'one' }],
    [2, { name: 'two', size: 2 }],
    [1, null],
    [1, null],
  ]);
  await cleo.call('PATCH', '/api/thing/U-1', { body: { name: 'mine' } });
  await cleo.call('PATCH', '/api/thing/U-3', { body: { size: 5 } });
  const undo = (done.undo ?? []).toReversed();
  const changed = await bulk({
    action: 'update',
    mode: 'each',
    ids: undo.flatMap(({ id, version, before }) => (before === null ? [] : [{ id, version, values: before }])),
  });
  const removed = await bulk({
    action: 'delete',
    mode: 'each',
    ids: undo.flatMap(({ id, version, before }) => (before === null ? [{ id, version }] : [])),
  });
  const codes = ({ results }: BulkAnswer) => results.map(({ title, problem }) => [title, problem?.code ?? null]);
  expect(codes(changed)).toEqual([
    [null, null],
    ['mine', 'changed_meanwhile'],
  ]);
  expect(codes(removed)).toEqual([
    [null, null],
    ['tre', 'changed_meanwhile'],
  ]);
  expect((await things('f.code=in:U-1,U-2,U-3,U-4')).map(({ code, name, size }) => [code, name, size])).toEqual([
    ['U-1', 'mine', 1],
    ['U-2', 'two', 2],
    ['U-3', 'tre', 5],
  ]);
});

test.each(['try', 'each', 'all'])(
  'an import says which values of existing records it replaces and which it empties: %s',
  async (mode) => {
    const of = (number: number): string => `V${mode}-${String(number)}`;
    const rows = [1, 2, 3, 4, 5].map((number) => `${of(number)},n${String(number)},${String(number)},Attic`);
    await send(`code,name,size,place\n${rows.join('\n')}\n`, 'mode=all');
    const file = [
      ...['code,name,size,place', `${of(1)},n1,1,Warehouse`, `${of(2)},two,2,Attic`, `${of(3)},n3,,Attic`],
      ...[`${of(4)},n4,,`, `${of(5)},n5,5,Attic`, `${of(6)},,,`],
    ];
    const { done } = await send(file.join('\n'), `mode=${mode}`);
    expect([done.created, done.changed, done.unchanged, done.failed]).toEqual([1, 4, 1, 0]);
    const attic = expect.objectContaining({ title: 'Attic' }) as unknown;
    expect(done.values).toEqual([
      {
        ...{ field: 'place', changed: 1, emptied: 1 },
        examples: [
          { row: 5, title: 'n4', before: attic, after: null },
          { row: 2, title: 'n1', before: attic, after: expect.objectContaining({ title: 'Warehouse' }) as unknown },
        ],
      },
      { field: 'name', changed: 1, emptied: 0, examples: [{ row: 3, title: 'n2', before: 'n2', after: 'two' }] },
      {
        ...{ field: 'size', changed: 0, emptied: 2 },
        examples: [
          { row: 4, title: 'n3', before: 3, after: null },
          { row: 5, title: 'n4', before: 4, after: null },
        ],
      },
    ]);
  },
);

test('a trial counts every value that it would change, and shows the first of them', async () => {
  const codes = Array.from({ length: 9 }, (_, index) => `W-${String(index)}`);
  await send(`code,size\n${codes.map((code) => `${code},1`).join('\n')}\n`, 'mode=all');
  const { done } = await send(`code,size\n${codes.map((code, at) => `${code},${at < 4 ? '2' : ''}`).join('\n')}\n`);
  expect(done.values.map(({ examples, ...counts }) => [counts, examples.map(({ row }) => row)])).toEqual([
    [{ field: 'size', changed: 4, emptied: 5 }, [6, 7, 8, 2, 3, 4]],
  ]);
});

test('a trial writes nothing that could be undone', async () => {
  const { done } = await send('code\nT-1\n');
  expect([done.created, done.between, done.undo, done.rejects]).toEqual([1, null, null, null]);
});

test('values of one target are for updates alone', async () => {
  const refused = await cleo.call('POST', '/api/thing/bulk', {
    body: { action: 'delete', ids: [{ id: 'U-1', version: 1, values: {} }] },
  });
  expect([refused.status, (refused.json as ProblemAnswer).code]).toEqual([422, 'invalid']);
});

test.each(['山田 倉庫', '山田倉庫', '山田　倉庫', ' ヤマダ Depot ', 'ﾔﾏﾀﾞ DEPOT'])(
  'a record is found by its title whatever its width, its case, and spaces between Japanese signs: %j',
  async (written) => {
    for (const name of ['山田 倉庫', 'ヤマダ Depot']) {
      const { json } = await cleo.call('GET', `/api/place?f.name=eq:${encodeURIComponent(name)}`);
      if ((json as ListAnswer).items.length === 0) await cleo.call('POST', '/api/place', { body: { name } });
    }
    const { done } = await send(`code,name,place\nN1,n,${written}\n`);
    expect(done.problems).toEqual([]);
    const { done: several } = await send(`code,name,place\nN1,n,山田　　倉　庫s\n`);
    expect(several.problems.map(({ code }) => code)).toEqual(['no_such_record']);
  },
);

test('titles that differ in spaces only are several, unless one is written letter by letter', async () => {
  for (const name of ['井上 倉庫', '井上倉庫']) await cleo.call('POST', '/api/place', { body: { name } });
  const codes = async (written: string) =>
    (await send(`code,name,place\nN1,n,${written}\n`)).done.problems.map(({ code }) => code);
  expect([await codes('井上倉庫'), await codes('井上　倉庫')]).toEqual([[], ['several_records']]);
});

/** What a trial says of the column of days, and the days that an import of these values stores. */
async function days(values: readonly string[], query = ''): Promise<readonly unknown[]> {
  const rows = values.map((due, at) => `D${String(values.length)}${query.length}${String(at)},"${due}"`);
  const body = ['code,due', ...rows].join('\n');
  const sent = { body, headers: { 'content-type': 'text/csv' } };
  const { columns } = (await cleo.call('POST', `/api/thing/import?mode=try${query}`, sent)).json as ImportAnswer;
  const dates = columns[1]?.dates;
  return [dates?.order, dates?.by, dates?.written, String(dates?.read).slice(0, 10)];
}

test.each<readonly [string, readonly string[], string, readonly unknown[]]>([
  [
    'one value shows the order of all',
    ['03/04/2024', '25/12/2024'],
    '',
    ['day_first', 'column', '03/04/2024', '2024-04-02'],
  ],
  ['wherever it stands', ['13-04-24 10:00', '1/2/2024'], '', ['day_first', 'column', '13-04-24 10:00', '2024-04-13']],
  ['the month first too', ['03/04/2024', '12/25/2024'], '', ['month_first', 'column', '03/04/2024', '2024-03-03']],
  [
    'against what the call says',
    ['03/04/2024', '25/12/2024'],
    '&dates=month_first',
    ['day_first', 'column', '03/04/2024', '2024-04-02'],
  ],
  ['else the call decides', ['03/04/2024'], '&dates=day_first', ['day_first', 'call', '03/04/2024', '2024-04-02']],
  ['else the language', ['03/04/2024'], '', ['month_first', 'language', '03/04/2024', '2024-03-03']],
  [
    'both orders are said',
    ['25/12/2024', '12/25/2024'],
    '&dates=day_first',
    ['day_first', 'mixed', '25/12/2024', '2024-12-24'],
  ],
  ['nothing is said of other days', ['2024-04-03', '3.4.2024'], '', [undefined, undefined, undefined, 'undefined']],
])('slashed days of a column: %s', async (_, values, query, expected) => {
  expect(await days(values, query)).toEqual(expected);
});

test('every row of the column is read so', async () => {
  const body = 'code,due\nE1,03/04/2024\nE2,25/12/2024';
  await cleo.call('POST', '/api/thing/import', { body, headers: { 'content-type': 'text/csv' } });
  const { items } = (await cleo.call('GET', '/api/thing?f.code=in:E1,E2&sort=code')).json as ListAnswer;
  expect(items.map(({ due }) => due)).toEqual(['2024-04-02T15:00:00.000Z', '2024-12-24T15:00:00.000Z']);
  const wrong = await cleo.call('POST', '/api/thing/import?dates=year', {
    body,
    headers: { 'content-type': 'text/csv' },
  });
  expect(wrong.json).toMatchObject({ code: 'bad_parameter' });
});

/** What a trial says of a column of numbers, and what an import of these values stores. */
async function numbers(field: string, values: readonly string[], query: string): Promise<readonly unknown[]> {
  const codes = values.map((_, at) => `N${String(values.length)}${field}${String(query.length)}${String(at)}`);
  const body = [`code;${field}`, ...values.map((value, at) => `${codes[at] ?? ''};${value}`)].join('\n');
  const { done } = await send(body, `mode=each&match=code${query}`);
  const { items } = (await cleo.call('GET', `/api/thing?f.code=in:${codes.join(',')}&sort=code`)).json as ListAnswer;
  const read = done.columns[1]?.numbers;
  return [read?.sign, read?.by, items.map((item) => item[field]).join(' '), done.failed];
}

test.each<readonly [string, string, readonly string[], string, readonly unknown[]]>([
  ['one value shows the sign of all', 'weight', ['1,250', '12,75'], '', [',', 'column', '1.250 12.750', 0]],
  ['a nought in front shows it', 'weight', ['0,500', '2,000'], '', [',', 'column', '0.500 2.000', 0]],
  ['points part thousands then', 'price', ['1.250', '1.234.567,5'], '', [',', 'column', '1250.00 1234567.50', 0]],
  ['with a currency', 'price', ['€ 12,50', '-3,5 €'], '', [',', 'column', '12.50 -3.50', 0]],
  [
    'commas part thousands beside points',
    'weight',
    ['1,250', '12.75'],
    '',
    [undefined, undefined, '1250.000 12.750', 0],
  ],
  ['an amount has no thousandths', 'price', ['1,250', '2,000'], '', [undefined, undefined, '1250.00 2000.00', 0]],
  ['else the call decides', 'weight', ['1,250'], '&decimals=comma', [',', 'call', '1.250', 0]],
  ['against the column it does not', 'weight', ['12,5'], '&decimals=point', [',', 'column', '12.500', 0]],
  ['else the language', 'weight', ['1,250'], '', ['.', 'language', '1250.000', 0]],
  [
    'both signs are said, and refused where they do not fit',
    'weight',
    ['1,250', '12,5', '12.5'],
    '',
    ['.', 'mixed', '1250.000 12.500', 1],
  ],
])('numbers of a column: %s', async (_, field, values, query, expected) => {
  expect(await numbers(field, values, query)).toEqual(expected);
});

test('the example of a column with both signs is one that is read', async () => {
  const { done } = await send('code;price\nB1;1.234,56\nB2;1,234.5', 'mode=each&match=code');
  expect(done.columns[1]?.numbers).toMatchObject({ by: 'mixed', written: '1,234.5', read: '1234.5' });
});

test('a column that shows how it is written decides on those beside it that do not', async () => {
  const body = 'code;price;weight;due;name\nF1;1.250;1,250;03/04/2024;a\nF2;12,5;2,000;04/05/2024;b';
  const { done } = await send(body, 'mode=all&dates=month_first');
  expect(done.columns.slice(1, 4).map(({ numbers, dates }) => (numbers ?? dates)?.by)).toEqual([
    'column',
    'file',
    'call',
  ]);
  const { items } = (await cleo.call('GET', '/api/thing?f.code=in:F1,F2&sort=code')).json as ListAnswer;
  expect(items.map(({ price, weight }) => [price, weight])).toEqual([
    ['1250.00', '1.250'],
    ['12.50', '2.000'],
  ]);
  const { done: both } = await send('code;price;weight\nF3;12,5;0.125\nF4;3;1,250');
  expect(both.columns.slice(1).map(({ numbers }) => numbers?.by)).toEqual(['column', undefined]);
});

test('a sign that is none is refused', async () => {
  const { status, refused } = await send('code,weight\nA1,1', 'mode=try&decimals=dot');
  expect([status, refused.code]).toEqual([400, 'bad_parameter']);
});

test('rows are matched by what is unique together, its reference by its title', async () => {
  const imported = async (body: string): Promise<ImportAnswer> => {
    const call = await cleo.call('POST', '/api/room/import?mode=all', {
      body,
      headers: { 'content-type': 'text/csv' },
    });
    return call.json as ImportAnswer;
  };
  expect(await imported('place,name,seats\nAttic,1,5\nWarehouse,1,6')).toMatchObject({ created: 2, problems: [] });
  const again = await imported('place,name,seats\nAttic,1,7\nWarehouse,1,6\nAttic,2,8');
  expect(again).toMatchObject({ match: ['place', 'name'], created: 1, changed: 1, unchanged: 1, problems: [] });
});
