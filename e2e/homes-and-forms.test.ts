import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open, type Visit, type Visitor } from './harness/browser.ts';
import { type Person, type RecordBody } from './harness/client.ts';
import { control, field, fill, submitButton } from './harness/form.ts';
import { startApplication } from './harness/own-application.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const FILES = {
  'app.yaml': `ninefold: 1
purpose: { name: reception, does: Knows who comes and goes., languages: [en, ja], time_zone: Europe/Berlin }
entities:
  visit:
    title: name
    fields:
      name: { type: string, required: true, max: 60 }
      day: { type: date, default: = today }
      place: { type: string, max: 60 }
      badge: { type: string, max: 10 }
states:
  visit:
    initial: planned
    states: { planned: { kind: waiting }, here: { kind: active }, gone: { kind: done, final: true, locked: true } }
    transitions:
      create: { to: planned, by: guest }
      arrive: { from: planned, to: here, by: host }
      announce: { from: planned, to: same, by: host, when: filled(record.place) }
      leave: { from: here, to: gone, by: host }
roles:
  guest:
    members: everyone
    home: board
    visit: { create: true, read: true }
    user: { refer: true }
  host:
    includes: guest
    home: desk
    visit: { update: true, history: true, fields: { name: read } }
rules:
  visit:
    named: { was: has_name, check: size(record.name) > 1, message: Say the whole name. }
screens:
  board: { path: /, blocks: { all: { count: visit }, mine: { count: visit, roles: [host] } } }
  sign: { path: /sign, form: visit, roles: [guest], only: [name] }
  desk: { path: /desk, was: counter, icon: inbox, list: visit, roles: [host], create: walk_in, columns: [name, day, state] }
  walk_in: { path: /desk/new, form: visit, roles: [host], only: [name, place] }
  move: { path: '/visits/:id/move', form: visit, roles: [host], only: [place, name, day], sections: { to: [place, day] } }
  sheet: { record: visit, path: '/guests/:id', was: card, roles: [host], sections: { guest: [name, badge], later: { label: On the day, fields: [place], visible_when: record.state != "planned" } } }
  menu: [board, sign, desk]
`,
  'data/demo/user.csv': `email,name,language,roles
rita@example.test,Rita,en,
alan@example.test,Alan,en,host
mona@example.test,Mona,en,host
`,
};

const suite = withProductAndBrowser(() => startApplication(FILES));

const as = (person: Person, more: Omit<Visit, 'url' | 'as'> = {}): Promise<Visitor> =>
  suite.visit({ as: person, ...more });
const { client } = suite;
const pathOf = (page: Page): string => new URL(page.url()).pathname;
const screenOf = (page: Page, id: string) => page.locator(`[data-nf-screen="${id}"]`);

async function planned(name: string): Promise<RecordBody> {
  const { body, status } = await (await client('alan')).send<RecordBody>('POST', '/api/visit', { name });
  if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

test('a person comes to the home of their role; the screen at / stays where it is', async () => {
  const { page, context } = await as('alan');
  await open(page, '/');
  await screenOf(page, 'desk').waitFor();
  expect(pathOf(page)).toBe('/desk');
  await page.locator('[data-nf-nav="board"]').first().click();
  await screenOf(page, 'board').waitFor();
  expect(pathOf(page)).toBe('/');
  await page.reload();
  await screenOf(page, 'board').waitFor();
  await page.locator('header a').first().click();
  await screenOf(page, 'desk').waitFor();
  await context.close();
  const guest = await as('rita');
  await open(guest.page, '/');
  await screenOf(guest.page, 'board').waitFor();
  expect(await guest.page.locator('[data-nf-block="mine"]').count()).toBe(0);
  await guest.context.close();
});

test('signing in leads to the home', async () => {
  const { page, context } = await suite.visit({});
  await open(page, '/');
  await page.getByRole('button', { name: /Alan/ }).click();
  await screenOf(page, 'desk').waitFor();
  expect(pathOf(page)).toBe('/desk');
  await context.close();
});

test('a list opens the form that it names, by its button and by C; the navigation shows its icon', async () => {
  const { page, context } = await as('alan');
  await open(page, '/desk');
  await page.locator('[data-nf-create="visit"]').first().click();
  await screenOf(page, 'walk_in').waitFor();
  await open(page, '/desk');
  await screenOf(page, 'desk').locator('h1').waitFor();
  await page.locator('h1').focus();
  await page.keyboard.press('c');
  await screenOf(page, 'walk_in').waitFor();
  expect(await page.locator('[data-nf-nav="desk"] svg').getAttribute('class')).toContain('lucide-inbox');
  await context.close();
});

test.each([
  ['en', 1280],
  ['ja', 360],
] as const)('a form with :id changes the record of its address (%s, %i px)', async (language, width) => {
  const { id } = await planned('Grace');
  const { page, context } = await as('alan', { language, width });
  await open(page, `/visit/${id}`);
  await page.locator('main [data-nf-more]').click();
  await page.locator('[data-nf-edit-form="move"]').click();
  await screenOf(page, 'move').locator('form').waitFor();
  expect(pathOf(page)).toBe(`/visits/${id}/move`);
  expect(
    await page
      .locator('main form [data-nf-field]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-nf-field'))),
  ).toEqual(['place', 'day', 'name']);
  expect(await control(page, 'name').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(JSON.parse(request.postData() ?? 'null'));
  });
  await fill(page, 'place', 'Hall 2');
  await submitButton(page).click();
  await page.locator('[data-nf-saved="saved"]').waitFor();
  expect([pathOf(page), sent]).toEqual([`/guests/${id}`, [{ place: 'Hall 2' }]]);
  await context.close();
});

test('the form keeps what is typed, and asks where a colleague has changed the same field', async () => {
  const { id } = await planned('Edith');
  const { page, context } = await as('alan');
  await open(page, `/visits/${id}/move`);
  await fill(page, 'place', 'Hall 3');
  await page.locator('[data-nf-autosaved], main form').first().waitFor();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')).length))
    .toBe(1);
  await page.reload();
  await page.locator('[data-nf-draft-restore]').click();
  await expect.poll(() => control(page, 'place').inputValue()).toBe('Hall 3');
  await (await client('mona')).send('PATCH', `/api/visit/${id}`, { place: 'Hall 4' });
  await submitButton(page).click();
  await page.locator('[data-nf-conflict="place"]').waitFor();
  await page.locator('[data-nf-error="changed_meanwhile"] button').first().click();
  await page.locator('[data-nf-saved]').first().waitFor();
  const { body } = await (await client('mona')).get<RecordBody>(`/api/visit/${id}`);
  expect(body['place']).toBe('Hall 3');
  await context.close();
});

test('the form that nobody wrote has the headings of the record page, also those that the page hides', async () => {
  const { page, context } = await as('alan');
  await open(page, '/visit/new');
  const headings = page.locator('[data-nf-section]');
  await expect
    .poll(() =>
      headings.evaluateAll((all) => all.map((one) => [one.dataset['nfSection'], one.querySelector('h2')?.textContent])),
    )
    .toEqual([
      ['guest', 'Guest'],
      ['later', 'On the day'],
      ['rest', 'More'],
    ]);
  expect(await field(page, 'place').count()).toBe(1);
  await context.close();
});

test('a record that is not there, a locked one, and a person without the right get the pages that say so', async () => {
  const { id } = await planned('Ada');
  const alan = await client('alan');
  const gone = await planned('Alma');
  for (const step of ['arrive', 'leave']) await alan.send('POST', `/api/visit/${gone.id}/${step}`, {});
  const { page, context } = await as('alan');
  await open(page, '/visits/00000000-0000-7000-8000-000000000000/move');
  await page.locator('main [data-nf-error="not_found"]').waitFor();
  await open(page, `/visits/${gone.id}/move`);
  await page.locator('main [data-nf-error="locked"]').waitFor();
  expect(await page.locator('main form').count()).toBe(0);
  await context.close();
  const guest = await as('rita');
  await open(guest.page, `/visits/${id}/move`);
  await guest.page.locator('main [data-nf-error="forbidden"]').waitFor();
  await open(guest.page, `/visit/${id}`);
  await guest.page.locator('main [data-nf-more]').click();
  expect(await guest.page.locator('[data-nf-edit-form]').count()).toBe(0);
  await guest.context.close();
});

test('a barred step aside tells its reasons when it is pressed, and not before', async () => {
  const { id } = await planned('Mary');
  const { page, context } = await as('alan');
  await open(page, `/visit/${id}`);
  const announce = page.locator('main button[data-nf-transition="announce"]');
  await announce.waitFor();
  const reasons = page.locator('[data-nf-blocked="announce"]');
  expect([await announce.getAttribute('aria-expanded'), await reasons.isVisible()]).toEqual(['false', false]);
  await announce.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => reasons.isVisible()).toBe(true);
  expect(await announce.getAttribute('aria-expanded')).toBe('true');
  await announce.click({ force: true });
  await expect.poll(() => reasons.isVisible()).toBe(false);
  await context.close();
});

test('the address that a screen or an error had under its former id leads on, with what was asked for', async () => {
  const { page, context } = await as('alan');
  await open(page, '/counter?sort=-name');
  await expect.poll(() => pathOf(page)).toBe('/desk');
  expect(new URL(page.url()).search).toBe('?sort=-name');
  const { id } = await planned('Former');
  await open(page, `/card/${id}`);
  await expect.poll(() => pathOf(page)).toBe(`/guests/${id}`);
  await screenOf(page, 'sheet').waitFor();
  await open(page, '/_/errors/visit.has_name');
  await expect.poll(() => pathOf(page)).toBe('/_/errors/visit.named');
  await page.locator('[data-nf-catalogue="visit.named"]').waitFor();
  await context.close();
});
