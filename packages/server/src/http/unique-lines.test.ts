import type { ImportAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { compile } from '@ninefold/spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: orders, languages: [en] }
entities:
  item: { title: name, key: name, fields: { name: { type: string, required: true, unique: true } } }
  order:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true }
      lines:
        type: lines
        fields:
          item: { type: reference, to: item, unique: true }
          place: { type: number, scale: 1, unique: true }
          twice: { type: number, scale: 1, computed: line.place * line.place, unique: true }
roles:
  boss: { order: all, item: all, user: { read: true } }
  administrator: { runtime: [users], order: all, item: all, user: { read: true, grant: [boss] } }
`;

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({
    files: [
      { path: 'app.yaml', text: SPECIFICATION },
      { path: 'data/item.csv', text: 'name\nNut\nBolt\n' },
    ],
  });
  cleo = await desk.signedIn('cleo@example.com');
});
afterAll(() => desk.close());

type Answer = RecordValue & ProblemAnswer;
const call = async (method: 'POST' | 'PATCH', path: string, body: object): Promise<Answer> =>
  (await cleo.call(method, `/api/${path}`, { body })).json as Answer;
const problems = ({ errors }: Answer) =>
  errors?.map(({ path, code, params }) => `${path}: ${code} ${String(params['line'])}`);

test('a value stands in one line of a record only, however it is written; blanks and other records are free', async () => {
  expect(
    problems(await call('POST', 'order', { name: 'a', lines: [{ item: 'Nut' }, {}, {}, { item: 'Bolt' }] })),
  ).toBeUndefined();
  expect(
    problems(await call('POST', 'order', { name: 'b', lines: [{ item: 'Nut', place: '1' }, { place: '2' }] })),
  ).toBeUndefined();
  expect(
    problems(
      await call('POST', 'order', {
        name: 'c',
        lines: [{ item: 'Nut' }, { place: '1' }, { item: 'Nut', place: '1.0' }],
      }),
    ),
  ).toEqual([
    ...['lines[2].item: repeated_line 1', 'lines[2].place: repeated_line 2', 'lines[2].twice: repeated_line 2'],
  ]);
  expect(problems(await call('POST', 'order', { name: 'd', lines: [{ place: '2' }, { place: '-2' }] }))).toEqual([
    'lines[1].twice: repeated_line 1',
  ]);
});

test('lines exchange their values in one change', async () => {
  const { lines } = (await cleo.call('GET', '/api/order/b')).json as RecordValue & { lines: { id: string }[] };
  const [first, second] = lines;
  const swapped = [
    { id: first?.id, place: '2' },
    { id: second?.id, place: '1' },
  ];
  expect(problems(await call('PATCH', 'order/b', { lines: swapped }))).toBeUndefined();
  expect(
    problems(await call('PATCH', 'order/b', { lines: [{ id: first?.id, place: '1' }, { id: second?.id }] })),
  ).toEqual([...['lines[1].place: repeated_line 1', 'lines[1].twice: repeated_line 1']]);
});

test('imports and data files are held to it', async () => {
  const body = '{ "name": "i", "lines": [{ "item": "Nut" }, { "item": "Nut" }] }\n';
  const headers = { 'content-type': 'application/jsonl' };
  const answer = (await cleo.call('POST', '/api/order/import?mode=each', { body, headers })).json as ImportAnswer;
  expect(answer.problems.map(({ path, code }) => [path, code])).toEqual([['lines[1].item', 'repeated_line']]);
  const files = [
    { path: 'app.yaml', text: SPECIFICATION },
    { path: 'data/order.json', text: '[{ "name": "s", "lines": [{ "place": "3" }, { "place": "3" }] }]' },
  ];
  await expect(startDesk({ files })).rejects.toThrow('repeated_line');
});

test('what cannot be compared is refused', () => {
  const text = SPECIFICATION.replace(
    'place: { type: number, scale: 1, unique: true }',
    'place: { type: number }\n          papers: { type: file, unique: true }',
  );
  const { issues } = compile([{ path: 'app.yaml', text }]);
  expect(issues.filter(({ severity }) => severity === 'error').map(({ id, params }) => [id, params['name']])).toEqual([
    ['NF0317', 'unique'],
  ]);
});
