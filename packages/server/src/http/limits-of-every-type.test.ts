// A limit of each type, plain and dated: read by expressions in the evaluator and in SQL, set while the application runs, and refused where it does not fit.
import type { LimitPage, LimitType, ListAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

/** The keys of the limit and of a field of its type, two values as they are written and sent, and one that does not fit. */
interface Sample {
  readonly keys?: string;
  readonly first: string;
  readonly second: unknown;
  readonly wrong: unknown;
  /** What an expression asks; else whether both are the same. */
  readonly asks?: (limit: string) => string;
}

const SAMPLES: Readonly<Record<LimitType, Sample>> = {
  string: { keys: 'max: 5', first: 'one', second: 'two', wrong: 'too long' },
  text: { first: 'one', second: 'line\nline', wrong: 7 },
  integer: { keys: 'min: 1, max: 9', first: '3', second: 8, wrong: 10 },
  number: { keys: 'scale: 2', first: '1.5', second: '2.25', wrong: '1.234' },
  money: { first: '10', second: '12.50', wrong: '1.234' },
  percent: { keys: 'scale: 1', first: '5', second: '7.5', wrong: '7.55' },
  boolean: { first: 'false', second: true, wrong: 'perhaps' },
  date: { first: '2026-01-02', second: '2026-02-03', wrong: '2026-02-30' },
  dates: {
    first: '[2026-01-02]',
    second: ['2026-03-05'],
    wrong: ['2026-13-01'],
    asks: (limit) => `record.day in ${limit}`,
  },
  datetime: { first: '2026-01-02T10:00:00Z', second: '2026-02-03T11:30:00.000Z', wrong: 'noon' },
  reference: { keys: 'to: kind', first: 'Other', second: 'New', wrong: 'None' },
  duration: { first: 'PT1H', second: 'PT36H30M', wrong: 'soon' },
  time: { first: '"08:30"', second: '17:45', wrong: '25:00' },
  choice: { keys: 'options: [low, high]', first: 'low', second: 'high', wrong: 'middle' },
};
const entries: readonly (readonly [string, Sample])[] = Object.entries(SAMPLES);
const keysOf = ({ keys }: Sample): string => (keys === undefined ? '' : `, ${keys}`);

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en], currency: EUR }
limits:
${entries
  .map(
    ([type, one]) => `  plain_${type}: { type: ${type}${keysOf(one)}, value: ${one.first}, editable_by: boss }
  dated_${type}: { type: ${type}${keysOf(one)}, values: [{ from: 2026-01-01, value: ${one.first} }], editable_by: boss }`,
  )
  .join('\n')}
entities:
  kind: { title: name, key: name, fields: { name: { type: string, required: true, unique: true } } }
  thing:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true }
      day: { type: date }
${entries
  .map(([type, one]) => {
    const asks = one.asks ?? ((limit: string) => `record.v_${type} == ${limit}`);
    const own = type === 'dates' ? '' : `      v_${type}: { type: ${type}${keysOf(one)} }\n`;
    return `${own}      is_${type}: { type: boolean, computed: '${asks(`limits.plain_${type}`)}' }
      was_${type}: { type: boolean, computed: '${asks(`limits.dated_${type}.on(record.day)`)}' }`;
  })
  .join('\n')}
roles:
  boss: { thing: all, kind: all }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
`;

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  const data = [{ path: 'data/kind.csv', text: 'name\nOther\nNew\n' }];
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }, ...data] });
  cleo = await desk.signedIn('cleo@example.com');
}, 60_000);
afterAll(() => desk.close());

const set = (id: string, body: object) => cleo.call('PATCH', `/api/_limits/${id}`, { body });
const codesOf = ({ json }: { readonly json: unknown }) => (json as ProblemAnswer).errors?.map(({ path }) => path);

/** Limits name a record by its id. */
const sentOf = async (type: string, value: unknown): Promise<unknown> =>
  type === 'reference' ? ((await cleo.call('GET', `/api/kind/${String(value)}`)).json as RecordValue).id : value;

test.each(entries)('%s', async (type, { second: written, wrong, asks }) => {
  const second = await sentOf(type, written);
  const [plain, dated] = [`plain_${type}`, `dated_${type}`];
  const body = { name: type, day: '2026-03-05', ...(type === 'dates' ? {} : { [`v_${type}`]: second }) };
  expect((await cleo.call('POST', '/api/thing', { body })).status).toBe(201);
  const thing = async (): Promise<RecordValue> => (await cleo.call('GET', `/api/thing/${type}`)).json as RecordValue;
  const found = async (limit: string): Promise<readonly unknown[]> => {
    const where = (asks ?? ((one: string) => `record.v_${type} == ${one}`))(limit);
    const query = encodeURIComponent(`record.name == "${type}" && ${where}`);
    return ((await cleo.call('GET', `/api/thing?where=${query}`)).json as ListAnswer).items.map(({ name }) => name);
  };
  expect(await thing()).toMatchObject({ [`is_${type}`]: false, [`was_${type}`]: false });
  expect([await found(`limits.${plain}`), await found(`limits.${dated}.on(record.day)`)]).toEqual([[], []]);

  const refused = await set(plain, { value: wrong });
  expect([refused.status, codesOf(refused)?.every((path) => path.startsWith('value'))]).toEqual([422, true]);
  const late = await set(dated, { values: [{ from: '2026-01-01', value: wrong }] });
  expect([late.status, codesOf(late)?.every((path) => path.startsWith('values[0].value'))]).toEqual([422, true]);
  expect(await thing()).toMatchObject({ [`is_${type}`]: false, [`was_${type}`]: false });

  expect((await set(plain, { value: second })).status).toBe(200);
  expect(await thing()).toMatchObject({ [`is_${type}`]: true, [`was_${type}`]: false });
  expect(await found(`limits.${plain}`)).toEqual([type]);
  const held = (await cleo.call('GET', `/api/_limits/${dated}`)).json as LimitPage;
  const first = held.values?.[0]?.value;
  const values = [
    { from: '2026-01-01', value: first },
    { from: '2026-03-05', value: second },
    { from: '2026-03-06', value: first },
  ];
  expect((await set(dated, { values })).status).toBe(200);
  expect(await thing()).toMatchObject({ [`was_${type}`]: true });
  expect(await found(`limits.${dated}.on(record.day)`)).toEqual([type]);
  await cleo.call('PATCH', `/api/thing/${type}`, { body: { day: '2026-03-06' } });
  expect(await thing()).toMatchObject({ [`was_${type}`]: false });
  expect(await found(`limits.${dated}.on(record.day)`)).toEqual([]);
});
