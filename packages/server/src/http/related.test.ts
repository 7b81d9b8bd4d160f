// The lists of records that refer to one: what they answer, and that they tell nothing that a list of the entity would not.
import type { ListAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: wards, languages: [en, ja] }
entities:
  ward:
    title: name
    key: name
    tree: above
    fields:
      name: { type: string, required: true, unique: true }
      above: { type: reference, to: ward, inverse: below }
  patient:
    title: name
    fields:
      name: { type: string, required: true }
      open: { type: boolean }
      ward: { type: reference, to: ward, inverse: patients }
      former: { type: references, to: ward, inverse: left }
      hidden: { type: reference, to: ward, inverse: suspects, closed: true }
      sometimes: { type: reference, to: ward, inverse: guests }
  letter:
    title: name
    fields:
      name: { type: string, required: true }
      ward: { type: reference, to: ward }
roles:
  boss: { ward: all, patient: { create: true, read: true, fields: { hidden: write } }, letter: all, user: { read: true } }
  helper:
    members: everyone
    ward: { read: record.name != "Cellar" }
    patient:
      - { read: record.open, fields: { others: read, sometimes: none } }
      - { read: record.name == "Guest", fields: { others: read } }
  administrator: { runtime: [users], user: { read: true, update: true, grant: [boss] } }
`;

let desk: Desk;
let boss: Browser;
let helper: Browser;
const ids: Record<string, string> = {};

async function make(entity: string, body: object): Promise<void> {
  const made = (await boss.call('POST', `/api/${entity}`, { body })).json as RecordValue;
  ids[String(made['name'])] = made.id;
}

beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  boss = await desk.signedIn('cleo@example.com');
  helper = await desk.signedIn('ada@example.com');
  await make('ward', { name: 'North' });
  await make('ward', { name: 'Cellar', above: ids['North'] });
  await make('patient', { name: 'Ann', open: true, ward: ids['North'], former: [ids['Cellar']] });
  await make('patient', { name: 'Ben', open: false, ward: ids['North'], former: [ids['North'], ids['Cellar']] });
  await make('patient', {
    name: 'Cid',
    open: true,
    ward: ids['Cellar'],
    hidden: ids['North'],
    sometimes: ids['North'],
  });
  await make('patient', { name: 'Guest', open: false, sometimes: ids['North'] });
  await make('letter', { name: 'Dear', ward: ids['North'] });
});
afterAll(() => desk.close());

async function asked(browser: Browser, path: string): Promise<readonly unknown[] | string> {
  const { json, status } = await browser.call('GET', `/api/ward/${path}`);
  if (status !== 200) return `${status} ${String((json as { code?: unknown }).code)}`;
  return (json as ListAnswer).items.map(({ title }) => title);
}
const counted = async (browser: Browser, ward: string): Promise<unknown> =>
  (await browser.call('GET', `/_/related/ward/${ids[ward]}`)).json;
const exactly = (total: number): object => ({ total, total_is: 'exact' });

test('the records that refer to one are listed by the name of the reference, by id and by key', async () => {
  expect(await asked(boss, `${ids['North']}/patients?sort=name`)).toEqual(['Ann', 'Ben']);
  expect(await asked(boss, 'North/patients?sort=-name&size=1')).toEqual(['Ben']);
  expect(await asked(boss, 'Cellar/left?sort=name')).toEqual(['Ann', 'Ben']);
  expect(await asked(boss, 'North/below')).toEqual(['Cellar']);
  expect(await asked(boss, 'North/letter_by_ward')).toEqual(['Dear']);
});

test('what narrows, groups and pages the list of the entity does so here', async () => {
  expect(await asked(boss, 'North/patients?f.open=eq:true')).toEqual(['Ann']);
  expect(await asked(boss, 'North/patients?where=record.name%20==%20"Ben"')).toEqual(['Ben']);
  expect(await asked(boss, `North/patients?f.ward=eq:${ids['Cellar']}`)).toEqual([]);
  expect(await asked(boss, 'North/patients?f.nothing=eq:1')).toBe('400 bad_parameter');
  const page = (await boss.call('GET', '/api/ward/North/patients?size=1&sort=name')).json as ListAnswer;
  expect(page).toMatchObject(exactly(2));
  expect(await asked(boss, `North/patients?size=1&sort=name&after=${page.next}`)).toEqual(['Ben']);
  const groups = (await boss.call('GET', '/api/ward/North/patients?group=open')).json;
  expect(JSON.stringify(groups)).toContain('"count"');
});

test('only records that the caller may read are listed and counted', async () => {
  expect(await asked(helper, 'North/patients')).toEqual(['Ann']);
  expect(await asked(helper, 'North/left')).toEqual([]);
  expect(await asked(helper, 'North/below')).toEqual([]);
  expect(await counted(helper, 'North')).toEqual({
    below: exactly(0),
    patients: exactly(1),
    left: exactly(0),
    guests: exactly(1),
  });
  expect(await counted(boss, 'North')).toEqual({
    below: exactly(1),
    patients: exactly(2),
    left: exactly(1),
    suspects: exactly(1),
    guests: exactly(2),
    letter_by_ward: exactly(1),
  });
});

test('a reference that is closed on a row does not lead to that row', async () => {
  expect(await asked(boss, 'North/guests?sort=name')).toEqual(['Cid', 'Guest']);
  expect(await asked(helper, 'North/guests')).toEqual(['Guest']);
});

test('a closed reference, an entity without a grant and a name that means nothing are one refusal', async () => {
  const missing = ['suspects', 'letter_by_ward', 'nothing', 'constructor', '__proto__', 'name'];
  for (const name of missing) expect([name, await asked(helper, `North/${name}`)]).toEqual([name, '404 not_found']);
});

test('what refers to a record that the caller may not read is told as little as the record', async () => {
  for (const ward of ['Cellar', 'Nowhere', String(ids['Cellar'])]) {
    expect(await asked(helper, `${ward}/patients`)).toBe('404 not_found');
    expect((await helper.call('GET', `/_/related/ward/${ward}`)).status).toBe(404);
  }
  expect((await helper.call('GET', '/api/letter/x/nothing')).status).toBe(403);
});

test('the description of the API names the lists that the caller has', async () => {
  const { paths } = (await helper.call('GET', '/api/openapi.json')).json as { paths: object };
  const related = Object.keys(paths).filter((path) => path.startsWith('/api/ward/{id}/'));
  expect(related.toSorted()).toEqual(['below', 'guests', 'left', 'patients'].map((name) => `/api/ward/{id}/${name}`));
});
