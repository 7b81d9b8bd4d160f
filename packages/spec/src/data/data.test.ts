import { expect, test } from 'vitest';
import { compile } from '../compile.ts';
import { parseCsv } from './csv.ts';

function cells(text: string): readonly (readonly string[])[] | number {
  const parsed = parseCsv(text);
  return 'broken' in parsed ? parsed.broken : parsed.rows.map((row) => row.map((cell) => cell.text));
}

test.each<[string, readonly (readonly string[])[] | number]>([
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['\uFEFFa\n1', [['a'], ['1']]],
  [
    'a,\n,b',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['a,', [['a', '']]],
  ['"a,b","c\r\nd","e""f"', [['a,b', 'c\r\nd', 'e"f']]],
  ['""\n\nx', [['x']]],
  ['a\n\n\nb\n', [['a'], ['b']]],
  ['"a', 0],
  ['a,"b"c', 5],
  ['', []],
])('CSV %j', (text, rows) => {
  expect(cells(text)).toEqual(rows);
});

const APP = `ninefold: 1
purpose: { currency: JPY }
roles: { boss: { thing: all, runtime: [users] } }
entities:
  thing:
    key: name
    fields:
      name: { type: string }
      cost: { type: money }
      on: { type: date }
      at: { type: datetime }
      done: { type: boolean }
      tags: { type: choices, options: [red, blue] }
      boss: { type: reference, to: user }
      friends: { type: references, to: user }
      lines: { type: lines, fields: { qty: { type: integer }, price: { type: money } } }
`;

function load(path: string, text: string): NonNullable<ReturnType<typeof compile>['application']>['data'] {
  const { application, issues } = compile([
    { path: 'app.yaml', text: APP },
    { path, text },
  ]);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  return application?.data ?? [];
}

test('cells of CSV take the form of the wire, references stay names', () => {
  const text =
    'name,cost,on,done,tags,boss,friends,at\nA,12.5,2026-03-05,true,red; blue,a@b.test,c@d.test;e@f.test,2026-03-05T01:00:00+09:00\n';
  expect(load('data/thing.csv', text)).toEqual([
    {
      path: 'data/thing.csv',
      entity: 'thing',
      kind: 'records',
      demo: false,
      rows: [
        {
          ...{ name: 'A', cost: '13', on: '2026-03-05', done: true, tags: ['red', 'blue'], boss: 'a@b.test' },
          ...{ friends: ['c@d.test', 'e@f.test'], at: '2026-03-04T16:00:00.000Z' },
        },
      ],
    },
  ]);
});

test('a cell that begins with = is an expression of now, today and limits', () => {
  const [file] = load(
    'data/demo/thing.json',
    '[{ "name": "A", "on": "= today - days(3)", "lines": [{ "qty": 2, "price": "7" }], "done": null }]',
  );
  expect(file).toMatchObject({ demo: true });
  expect(file?.rows[0]).toMatchObject({
    on: { source: 'today - days(3)', type: { kind: 'date' } },
    lines: [{ qty: 2, price: '7' }],
    done: null,
  });
});

test('history is of its own kind, with changes and input as JSON', () => {
  const text =
    'record,at,by,kind,changes\nA,= now - days(1),a@b.test,update,"[{""field"":""name"",""old"":null,""new"":""A""}]"\n';
  const [file] = load('data/demo/thing.history.csv', text);
  expect(file).toMatchObject({ kind: 'history', entity: 'thing' });
  expect(file?.rows[0]).toMatchObject({
    record: 'A',
    kind: 'update',
    changes: [{ field: 'name', old: null, new: 'A' }],
  });
});

test('expressions that differ in numbers only are what each would be by itself', () => {
  const sources = [
    '= now - days(3) - hours(4)',
    '= now - days(5) - hours(5)',
    '= now - days(12) - hours(0)',
    '= now - days(1.5)',
    '= now',
  ];
  const alone = sources.map((at) => load('data/thing.json', JSON.stringify([{ at }]))[0]?.rows[0]);
  const together = load('data/thing.json', JSON.stringify(sources.map((at) => ({ at }))))[0]?.rows;
  expect(together).toEqual(alone);
});

test('a row of empty cells only is no record', () => {
  const [file] = load('data/thing.csv', 'name,done\nA,true\n,\n,,,\nB,false\n');
  expect(file?.rows.map(({ name }) => name)).toEqual(['A', 'B']);
});

test('a row with a cell too many is told where the row begins, however many lines it has', () => {
  const files = [
    { path: 'app.yaml', text: APP },
    { path: 'data/thing.csv', text: 'name,cost\na,1\nb, and more,"2\n3\n4"\n' },
  ];
  const told = compile(files).issues.filter(({ id }) => id === 'NF1206');
  expect(told.map(({ line, column }) => [line, column])).toEqual([[3, 1]]);
});

test('a column that is not known and stands twice is told once at each place', () => {
  const { issues } = compile([
    { path: 'app.yaml', text: APP },
    { path: 'data/thing.csv', text: 'name,cst,cst\nA,1,2\n' },
  ]);
  const errors = issues.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ id, column }) => `${id} ${String(column)}`)).toEqual(['NF1202 6', 'NF0005 10']);
  expect(errors[0]?.params['also']).toBeUndefined();
});
