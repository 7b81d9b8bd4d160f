import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';
import { DESK } from './testing/desk.yaml.ts';

const BILLS = `  bill:
    title: "{{code}}"
    fields:
      code: { type: string }
      coin: { type: string }
      net: { type: money, currency: = record.coin }
      tax: { type: money, currency: = record.coin, computed: amount(record.net) * 0.19 }
      rows:
        type: lines
        fields: { price: { type: money, currency: = record.coin }, half: { type: money, currency: = record.coin, computed: amount(line.price) / 2 } }
`;

const STATES = `states:
  bill:
    initial: open
    states: { open: { kind: active } }
    transitions:
      halve: { from: open, to: open, by: manager, set: { net: = amount(record.net) / 2 } }
`;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(
    DESK.replace('  note:\n', `${BILLS}  note:\n`)
      .replace('states:\n', STATES)
      .replace('    asset: all\n', '    asset: all\n    bill: all\n'),
  );
});
afterAll(() => desk.close());

const make = (body: object) => desk.records.create(desk.people.max, 'bill', body, PLAIN);
const found = async (where: string) =>
  (await desk.records.list(desk.people.max, 'bill', new URLSearchParams({ where }))).items.map(({ title }) => title);

test('an amount that is worked out is kept as it can be paid in the currency of its record, in lines too', async () => {
  const made = async (code: string, coin: string, net: string, price: string) =>
    make({ code, net, coin, rows: [{ price }] });
  expect(await made('yen', 'JPY', '101', '3.000')).toMatchObject({
    ...{ net: '101.000', tax: '19.000' },
    rows: [{ price: '3.000', half: '2.000' }],
  });
  expect(await made('euro', 'EUR', '100.51', '3.01')).toMatchObject({
    ...{ net: '100.510', tax: '19.100' },
    rows: [{ price: '3.010', half: '1.510' }],
  });
  expect(await made('dinar', 'KWD', '100.506', '3.005')).toMatchObject({
    ...{ net: '100.506', tax: '19.096' },
    rows: [{ price: '3.005', half: '1.503' }],
  });
});

test('an amount that is sent with more decimals than the currency of its record has is refused, and not rounded', async () => {
  const told = async (write: Promise<unknown>) =>
    (await refusal(write)).problems.map(({ path, code, params }) => [path, code, params['max']]);
  const rows = [{ price: '3.005' }];
  expect(await told(make({ net: '100.5', coin: 'JPY', rows }))).toEqual([
    ['net', 'too_many_decimals', 0],
    ['rows[0].price', 'too_many_decimals', 0],
  ]);
  expect(await told(make({ net: '100.505', coin: 'EUR', rows }))).toEqual([
    ['net', 'too_many_decimals', 2],
    ['rows[0].price', 'too_many_decimals', 2],
  ]);
  expect(await told(make({ net: '100.5055', coin: 'BHD', rows }))).toEqual([['net', 'too_many_decimals', 3]]);
  const { id } = await make({ code: 'changing', net: '100.51', coin: 'EUR' });
  const change = (body: object) => desk.records.update(desk.people.max, 'bill', { idOrKey: id, body }, PLAIN);
  expect(await told(change({ coin: 'JPY' }))).toEqual([['net', 'too_many_decimals', 0]]);
  expect(await told(change({ net: '7.5', coin: 'JPY' }))).toEqual([['net', 'too_many_decimals', 0]]);
  expect(await change({ net: '7.505', coin: 'BHD' })).toMatchObject({ net: '7.505', tax: '1.426' });
});

test('what a transition sets is rounded as its currency', async () => {
  const { id } = await make({ code: 'set', net: '10.01', coin: 'EUR' });
  const sent = { idOrKey: id, transition: 'halve', body: {} };
  const fired = await desk.records.transition(desk.people.max, 'bill', sent, PLAIN);
  expect(fired).toMatchObject({ net: '5.010' });
});

test('an amount without a currency is refused, one that is blank needs none', async () => {
  expect((await refusal(make({ net: '1' }))).problems).toMatchObject([{ path: 'net', code: 'no_currency' }]);
  expect((await refusal(make({ net: '1', coin: 'Euro' }))).problems).toMatchObject([{ code: 'no_currency' }]);
  expect((await refusal(make({ rows: [{ price: '1' }] }))).problems).toMatchObject([
    { path: 'rows[0].price', code: 'no_currency' },
  ]);
  const { id } = await make({ code: 'blank' });
  await desk.records.update(desk.people.max, 'bill', { idOrKey: id, body: { net: '5', coin: 'USD' } }, PLAIN);
  const cleared = desk.records.update(desk.people.max, 'bill', { idOrKey: id, body: { coin: null } }, PLAIN);
  expect((await refusal(cleared)).problems).toMatchObject([{ path: 'net', code: 'no_currency' }]);
});

test('nobody compares or adds such amounts but as bare numbers', async () => {
  for (const where of [
    'record.net < record.tax',
    'record.net + record.tax > 1',
    'sum(record.rows.map(r, r.price)) > 1',
  ])
    expect(await refusal(desk.records.list(desk.people.max, 'bill', new URLSearchParams({ where })))).toMatchObject({
      code: 'bad_where',
    });
  expect(await found('record.net == 101')).toEqual(['yen']);
  expect(await found('sum(record.rows.map(r, amount(r.price))) == 3.01 && record.coin == "EUR"')).toEqual(['euro']);
});
