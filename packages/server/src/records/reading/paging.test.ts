import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, PLAIN, type Desk } from '../testing/open-desk.ts';

const COUNT = 13;
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  for (let n = 0; n < COUNT - 2; n += 1) {
    const hourly = n % 3 === 0 ? null : n / 4;
    await desk.records.create(
      desk.people.max,
      'category',
      { name: `C${String(n)}`, team: n % 2 === 0 ? 'Net' : 'Print', billable: n % 4 === 0, hourly },
      PLAIN,
    );
  }
});
afterAll(() => desk.close());

const list = (query: string) => desk.records.list(desk.people.max, 'category', new URLSearchParams(query));
const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

test.each([
  ['billable'],
  ['-billable,name'],
  ['hourly'],
  ['-hourly,billable'],
  ['team,-billable'],
  ['busy,-spent'],
  ['-version,created_by'],
])('pages follow each other in the order %s', async (sort) => {
  const whole = ids((await list(`sort=${sort}&size=200`)).items);
  expect(whole).toHaveLength(COUNT);
  const seen: string[] = [];
  let after: string | null = '';
  for (let page = 1; after !== null; page += 1) {
    const { items, next } = await list(`sort=${sort}&size=4&after=${after}`);
    expect(ids((await list(`sort=${sort}&size=4&page=${String(page)}`)).items)).toEqual(ids(items));
    seen.push(...ids(items));
    after = next;
  }
  expect(seen).toEqual(whole);
});
