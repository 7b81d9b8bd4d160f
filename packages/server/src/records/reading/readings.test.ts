import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, PLAIN, type Desk } from '../testing/open-desk.ts';
import { DESK } from '../testing/desk.yaml.ts';

const CONTACTS = `  contact:
    title: name
    fields:
      name: { type: string, required: true, sort_by: reading }
      reading: { type: string }
  visit:
    fields:
      whom: { type: reference, to: contact }
`;
const YAML = DESK.replace('  note:\n', `${CONTACTS}  note:\n`)
  .replace('    asset: all\n', '    asset: all\n    contact: all\n    visit: all\n')
  .replace(
    '    note: all\n',
    '    note: all\n    visit: { read: true }\n    contact: { read: true, fields: { reading: none } }\n',
  );
/** By code the kanji come as 中村, 佐藤, 阿部; by reading as あべ, さとう, なかむら. Chen has none and stands with the Latin names. */
const READINGS: readonly (readonly [string, string | null])[] = [
  ['中村', 'なかむら'],
  ['佐藤', 'さとう'],
  ['阿部', 'あべ'],
  ['Chen', null],
];
const BY_READING = ['Chen', '阿部', '佐藤', '中村'];
const BY_CODE = ['Chen', '中村', '佐藤', '阿部'];

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(YAML);
  const max = await desk.caller(desk.people.max.me.id);
  for (const [name, reading] of READINGS) {
    const contact = await desk.records.create(max, 'contact', { name, reading }, PLAIN);
    await desk.records.create(max, 'visit', { whom: contact.id }, PLAIN);
  }
});
afterAll(() => desk.close());

const names = async (person: 'max' | 'anna', entity: string, query: string) => {
  const caller = await desk.caller(desk.people[person].me.id);
  const { items, next } = await desk.records.list(caller, entity, new URLSearchParams(query));
  return { titles: items.map((item) => (entity === 'contact' ? item['name'] : item['whom'])), next };
};
const titlesOf = (whom: readonly unknown[]) => whom.map((one) => (one as { title: string }).title);

test('a list is put in the order of readings, whoever has none stands by the name; pages follow it', async () => {
  expect((await names('max', 'contact', 'sort=name')).titles).toEqual(BY_READING);
  expect((await names('max', 'contact', 'sort=-name')).titles).toEqual(BY_READING.toReversed());
  const { titles, next } = await names('max', 'contact', 'sort=name&size=2');
  const rest = await names('max', 'contact', `sort=name&size=2&after=${next}`);
  expect([...titles, ...rest.titles]).toEqual(BY_READING);
});

test('a reference goes by the reading of its title', async () => {
  const { titles } = await names('max', 'visit', 'sort=whom');
  expect(titlesOf(titles)).toEqual(BY_READING);
});

test('who may not read the readings learns nothing of them from an order', async () => {
  expect((await names('anna', 'contact', 'sort=name')).titles).toEqual(BY_CODE);
  expect(titlesOf((await names('anna', 'visit', 'sort=whom')).titles)).toEqual(BY_CODE);
});
