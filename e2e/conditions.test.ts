import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { antiForgery, open } from './harness/browser.ts';
import type { ListBody, RecordBody } from './harness/client.ts';
import { control, field, fill, submitButton } from './harness/form.ts';
import { ADA, startApplication } from './harness/own-application.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: club, languages: [en, ja], time_zone: UTC }
limits:
  house: { type: reference, to: hall, value: H1, label: Usual hall }
  mood: { type: choice, options: { calm: Calm, wild: Wild }, value: wild, label: Mood }
  adult: { type: number, scale: 1, value: 18, label: Adult from }
entities:
  hall: { title: name, key: code, label: Hall, fields: { code: { type: string, unique: true, label: Code }, name: { type: string, required: true, label: Name } } }
  visit:
    title: guest
    label: Visit
    no_overlap:
      - { from: from, to: until, per: [hall], name: one_a_day, message: "The hall is taken from {{from}}." }
      - { from: from, to: until, per: [guest], name: one_hall, message: "{{guest}} is elsewhere." }
    fields:
      guest: { type: string, required: true, label: Guest }
      hall: { type: reference, to: hall, label: Hall, default: = limits.house }
      invitation: { type: string, label: Invitation, visible_when: creating, required_when: creating }
      verdict: { type: string, label: Verdict, editable_when: "!creating" }
      born: { type: date, label: Born }
      old: { type: integer, label: Age, computed: age(record.born) }
      chaperone: { type: string, label: Chaperone, visible_when: age(record.born) < limits.adult }
      from: { type: date, label: From }
      until: { type: date, label: Until }
  tour:
    title: name
    label: Tour
    fields:
      name: { type: string, required: true, label: Name }
      stops:
        type: lines
        label: Stops
        fields:
          ride: { type: boolean, label: Ride }
          ticket: { type: string, required: true, label: Ticket, visible_when: line.ride }
          note: { type: string, label: Note, editable_when: "!line.done" }
          done: { type: boolean, label: Done }
      tickets: { type: integer, label: Tickets, computed: "size(record.stops.filter(s, filled(s.ticket)))" }
roles:
  boss: { members: everyone, hall: all, visit: all, tour: all, user: { read: true } }
  administrator: { runtime: [users, spec], user: { read: true, grant: [boss] } }
screens:
  visits: { path: /visits, list: visit }
  new_visit: { path: /new, form: visit, sections: { first: { label: Only now, fields: [invitation], visible_when: creating } } }
`;
const JA = { rules: { visit: { one_hall: { message: '{{guest}}さんは別の場所にいます。' } } } };

const HALLS = 'code,name\nH1,Great hall\nH2,Barn\n';

const suite = withProductAndBrowser(() =>
  startApplication({
    'app.yaml': SPECIFICATION,
    'locales/ja/app.json': JSON.stringify(JA),
    'data/hall.csv': HALLS,
    ...ADA,
  }),
);

/** A day so many whole years and days ago. */
function ago(years: number, days: number): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() - years);
  day.setUTCDate(day.getUTCDate() - days);
  return day.toISOString().slice(0, 10);
}

const shown = (page: Page, name: string): Promise<number> => field(page, name).count();

test('a form asks once for what is shown while creating, and not for what may be given later only', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'en' });
  await open(page, '/new');
  await field(page, 'guest').waitFor();
  expect([await shown(page, 'invitation'), await shown(page, 'verdict')]).toEqual([1, 0]);
  await fill(page, 'guest', 'Bo');
  await submitButton(page).click();
  await field(page, 'invitation').locator('[data-nf-error="required"]').waitFor();
  await fill(page, 'invitation', 'I-1');
  await submitButton(page).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/new'));
  await page.locator('[data-nf-empties]').click();
  await expect.poll(async () => [await shown(page, 'invitation'), await shown(page, 'verdict')]).toEqual([0, 1]);
  const { items } = (await (await context.request.get('/api/visit')).json()) as ListBody;
  const made = items[0] as RecordBody;
  expect(made).not.toHaveProperty('invitation');
  expect((made['hall'] as { readonly title: string }).title).toBe('Great hall');
  await context.close();
});

test('an age is counted in the form as in the list, on the birthday itself', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'en' });
  await open(page, '/new');
  await fill(page, 'guest', 'Cy');
  await fill(page, 'invitation', 'I-2');
  await fill(page, 'born', ago(18, -1));
  await expect.poll(() => shown(page, 'chaperone')).toBe(1);
  await fill(page, 'born', ago(18, 0));
  await expect.poll(() => shown(page, 'chaperone')).toBe(0);
  await submitButton(page).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/new'));
  const where = encodeURIComponent('age(record.born) == 18');
  const { items } = (await (await context.request.get(`/api/visit?where=${where}`)).json()) as ListBody;
  expect(items.map((item) => [(item as RecordBody)['guest'], (item as RecordBody)['old']])).toEqual([['Cy', 18]]);
  await context.close();
});

test.each([
  ['en', 'Di is elsewhere.'],
  ['ja', 'Diさんは別の場所にいます。'],
] as const)('a refusal says which of several periods is taken (%s)', async (language, message) => {
  const { page, context } = await suite.visit({ as: 'ada', language });
  const headers = await antiForgery(context);
  const { items } = (await (await context.request.get('/api/hall?f.code=eq:H2')).json()) as ListBody;
  const taken = { guest: 'Di', invitation: 'x', hall: items[0]?.id, from: '2026-05-01', until: '2026-05-03' };
  await context.request.post('/api/visit', { data: taken, headers });
  await open(page, '/new');
  await fill(page, 'guest', 'Di');
  await fill(page, 'invitation', 'I-3');
  await fill(page, 'from', '2026-05-03');
  await fill(page, 'until', '2026-05-04');
  await submitButton(page).click();
  await field(page, 'from').locator('[data-nf-error="visit.one_hall"]').waitFor();
  const told = await field(page, 'from').locator('[data-nf-error]').allInnerTexts();
  expect(told.map((text) => text.trim())).toEqual([message]);
  expect(await control(page, 'from').inputValue()).not.toBe('');
  await context.close();
});

test('the limits show the record, the option and the decimals', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'en' });
  await open(page, '/_/limits');
  const row = (id: string) => page.locator(`[data-nf-limit="${id}"]`);
  await row('house').getByText('Great hall').waitFor();
  expect(await row('mood').innerText()).toContain('Wild');
  expect(await row('adult').innerText()).toContain('18.0');
  await context.close();
});

test('a line has a field while its own condition holds, sends it only then, and keeps what is closed', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'en' });
  await open(page, '/tour/new');
  await fill(page, 'name', 'Hills');
  const add = field(page, 'stops').getByRole('button', { name: 'Add' });
  await add.click();
  await add.click();
  await control(page, 'stops[1].note').waitFor();
  await expect.poll(() => field(page, 'stops[0].ticket').locator('input').count()).toBe(0);
  const ride = (line: number): Locator => control(page, `stops[${String(line)}].ride`);
  for (const line of [0, 1]) await ride(line).check();
  await fill(page, 'stops[0].ticket', 'T-1');
  await fill(page, 'stops[1].note', 'steep');
  await submitButton(page).click();
  await field(page, 'stops[1].ticket').locator('[data-nf-error="required"]').waitFor();
  await fill(page, 'stops[1].ticket', 'T-2');
  await ride(0).uncheck();
  await field(page, 'stops[0].ticket').locator('input').waitFor({ state: 'detached' });
  await expect.poll(() => field(page, 'tickets').innerText()).toContain('1');
  await submitButton(page).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/new'));
  const client = await suite.client('ada');
  const { items } = (await client.send<ListBody>('GET', '/api/tour')).body;
  const [tour] = items;
  expect(tour).toMatchObject({ tickets: 1, stops: [{ ride: false }, { ride: true, ticket: 'T-2', note: 'steep' }] });
  const made = (tour?.['stops'] ?? []) as readonly { readonly id: string }[];
  const stops = made.map(({ id }, at) => ({ id, done: at === 1 }));
  expect((await client.send('PATCH', `/api/tour/${String(tour?.id)}`, { stops })).status).toBe(200);
  await open(page, `/tour/${String(tour?.id)}`);
  await page.locator('[data-nf-edit]').first().click();
  await ride(0).waitFor();
  await expect.poll(() => field(page, 'stops[1].note').locator('input').count()).toBe(0);
  await context.close();
});
