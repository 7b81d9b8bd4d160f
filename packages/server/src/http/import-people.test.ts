import type { ImportAnswer, ListAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en] }
entities: { thing: { fields: { name: { type: string } } } }
roles:
  helper: { thing: all }
  boss: { thing: all, runtime: [users], user: { read: true, export: true, import: true, grant: [helper] } }
  administrator: { runtime: [users], thing: all, user: { read: true, update: true, import: true, grant: [helper, boss, judge] } }
  judge: { apart: [boss] }
`;
const TEXTS = { roles: { helper: { label: 'Desk helper' }, boss: { label: 'Boss' }, judge: { label: 'Judge' } } };

let desk: Desk;
beforeAll(async () => {
  const texts = { path: 'locales/en/app.json', text: JSON.stringify(TEXTS) };
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }, texts] });
});
afterAll(() => desk.close());

async function imported(browser: Browser, rows: string, mode = 'each'): Promise<ImportAnswer> {
  const headers = { 'content-type': 'text/csv' };
  const answer = await browser.call('POST', `/api/user/import?mode=${mode}`, {
    body: `Name,E-mail,Roles\n${rows}`,
    headers,
  });
  return answer.json as ImportAnswer;
}

async function rolesOf(browser: Browser, name: string): Promise<unknown> {
  const { items } = (await browser.call('GET', `/api/user?search=${name}`)).json as ListAnswer;
  return items.map(({ roles }) => roles);
}

test('people are imported with roles, by their ids or their names, and can be invited', async () => {
  const dan = await desk.signedIn('dan@example.com');
  const answer = await imported(
    dan,
    'Nora,nora@firm.test,helper\nNils,nils@firm.test,Desk helper; Boss\nNina,nina@firm.test,\n',
  );
  expect(answer).toMatchObject({ created: 3, failed: 0 });
  expect(await rolesOf(dan, 'Nora')).toEqual([['helper']]);
  expect(await rolesOf(dan, 'Nils')).toEqual([['helper', 'boss']]);
  expect(await rolesOf(dan, 'Nina')).toEqual([[]]);
  const { items } = (await dan.call('GET', '/api/user?search=Nils')).json as ListAnswer;
  expect((await dan.call('POST', `/_/accounts/${String(items[0]?.id)}/invitation`)).status).toBe(201);
});

test('an empty cell of a boolean deactivates nobody: it leaves who exists as they are, and gives the new ones their default', async () => {
  const dan = await desk.signedIn('dan@example.com');
  const csv = 'Name,E-mail,active\nDan Admin,dan@example.com,\nAsa,asa@firm.test,\nAxel,axel@firm.test,no\n';
  const sheet = await dan.call('POST', '/api/user/import?mode=each', {
    body: csv,
    headers: { 'content-type': 'text/csv' },
  });
  expect(sheet.json).toMatchObject({ created: 2, changed: 0, unchanged: 1, failed: 0, values: [] });
  const lines = await dan.call('POST', '/api/user/import?mode=each', {
    body: '{"name":"Aino","email":"aino@firm.test","active":null}\n',
    headers: { 'content-type': 'application/jsonl' },
  });
  expect(lines.json).toMatchObject({ created: 1, failed: 0 });
  const { items } = (await dan.call('GET', '/api/user?sort=name&search=firm.test')).json as ListAnswer;
  const active = new Map(items.map(({ name, active: can }) => [name, can]));
  expect([active.get('Asa'), active.get('Axel'), active.get('Aino')]).toEqual([true, false, true]);
});

test('several roles stand in one cell with semicolons, commas or lines between them', async () => {
  const dan = await desk.signedIn('dan@example.com');
  const answer = await imported(
    dan,
    'Pia,pia@firm.test,"Desk helper, Boss"\nPaul,paul@firm.test,"helper\nboss"\nPetra,petra@firm.test,Desk helper、Boss\nPia Two,two@firm.test,"helper, chief"\n',
  );
  expect([answer.created, answer.failed]).toEqual([3, 1]);
  expect(answer.problems.map(({ row, path, value }) => [row, path, value])).toEqual([[5, 'roles', 'helper, chief']]);
  for (const name of ['pia@firm', 'Paul', 'Petra']) expect(await rolesOf(dan, name)).toEqual([['helper', 'boss']]);
});

test('roles that nobody can have together are named in the language of the reader', async () => {
  const dan = await desk.signedIn('dan@example.com');
  const [apart] = (await imported(dan, 'Ole,ole@firm.test,"boss; judge"\n')).problems;
  expect(apart?.message).toBe('Nobody can have both roles “Judge” and “Boss”.');
});

test('an import gives and takes no role that its sender may not give', async () => {
  const cleo = await desk.signedIn('cleo@example.com');
  const answer = await imported(
    cleo,
    'Olga,olga@firm.test,Boss\nOtto,otto@firm.test,Desk helper\nDan Admin,dan@example.com,\n',
  );
  expect([answer.created, answer.changed, answer.failed]).toEqual([1, 0, 2]);
  expect(answer.problems.map(({ row, path, code }) => [row, path, code])).toEqual([
    [2, 'roles', 'not_offered'],
    [4, '', 'forbidden'],
  ]);
  expect(answer.problems[0]?.message).toBe('You do not have permission to give or take the role “Boss”.');
  const [wrong] = (await imported(cleo, 'Oda,oda@firm.test,"Desk helper; Chief"\n')).problems;
  expect(wrong?.message).toBe('“Chief” is not an option of “Roles”. Possible values: Desk helper.');
  expect(await rolesOf(cleo, 'Olga')).toEqual([]);
  expect(await rolesOf(cleo, 'Otto')).toEqual([['helper']]);
});

test('an export of people names their roles as people do, and can be imported again', async () => {
  const cleo = await desk.signedIn('cleo@example.com');
  const file = (await cleo.call('GET', '/api/user?format=csv&for=people&search=Nils')).text;
  expect(file).toContain('Nils,nils@firm.test,,Desk helper; Boss,');
  const body = file.replace('Nils,', 'Nils Nygaard,');
  const dan = await desk.signedIn('dan@example.com');
  const answer = await dan.call('POST', '/api/user/import?mode=all', { body, headers: { 'content-type': 'text/csv' } });
  expect(answer.json).toMatchObject({ changed: 1, failed: 0 });
  expect(await rolesOf(dan, 'Nygaard')).toEqual([['helper', 'boss']]);
});

test('a person is found by their e-mail address, whatever its capitals', async () => {
  const dan = await desk.signedIn('dan@example.com');
  expect(await imported(dan, 'Cara,cara@firm.test,helper\n')).toMatchObject({ created: 1 });
  expect(await imported(dan, 'Cara,CARA@Firm.test,\n')).toMatchObject({ created: 0, changed: 1, failed: 0 });
  expect(await rolesOf(dan, 'Cara')).toEqual([[]]);
});
