// No id of a specification reaches a person as a word: every page, menu and dialog of an application whose ids can be told from its texts.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open, settled, type Language } from './harness/browser.ts';
import type { Client, ListBody, Person, ProblemBody, RecordBody } from './harness/client.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { MARK, startWorded } from './harness/worded-application.ts';

const suite = withProductAndBrowser(startWorded);

/**
 * Where ids are shown to those who look for them: the names of limits and indexes beside their labels, places of the
 * specification, and the codes of the catalogue, by which other systems know its entries.
 */
const SHOWN_AS_CODE = 'code, pre, tr[data-nf-catalogue] > th';

const PAGES: readonly string[] = [
  ...['/', '/desk', '/ask', '/visits', '/visits?layout=board', '/visits/:zqx_visit', '/zqx_place', '/zqx_place/new'],
  ...[
    '/zqx_place/:zqx_place',
    '/user',
    '/user/new',
    '/user/:user',
    '/_/home',
    '/_/limits',
    '/_/errors',
    '/_/errors/zqx_shut',
    '/_/errors/zqx_visit.zqx_no_past',
    '/_/search?q=Tea',
  ],
  ...[
    '/_/trash/zqx_visit',
    '/_/import/zqx_visit',
    '/_/inbox',
    '/_/inbox/choices',
    '/_/deputies',
    '/_/keys',
    '/_/audit',
    '/_/operate',
    '/_/due',
    '/_/faults',
    '/_/spec',
  ],
];

/** Words with the mark that a person sees or hears now. */
function marked(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    ({ mark, without }) => {
      const is = new RegExp(mark, 'i');
      const found: string[] = is.test(document.title) ? [`the title: ${document.title}`] : [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode as Text;
        if (is.test(data) && !parentElement?.closest(`script, style, ${without}`)) found.push(data.trim());
      }
      for (const one of document.querySelectorAll('*'))
        for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
          if (is.test(one.getAttribute(name) ?? '')) found.push(`${name}: ${one.getAttribute(name) ?? ''}`);
      return found;
    },
    { mark: MARK.source, without: SHOWN_AS_CODE },
  );
}

/** What opens something over or in the page. */
const OPENING = 'main :is([aria-haspopup], [aria-expanded="false"], [data-nf-edit], [data-nf-transition]):visible';
/** A page repeats what opens the same of each row. */
const MOST_OPENED = 8;

/** What stands on a page and in whatever its buttons open, by where. */
async function readPage(page: Page, path: string, found: Map<string, string>): Promise<void> {
  const read = async (where: string): Promise<void> => {
    for (const text of await marked(page)) found.set(text, where);
  };
  await open(page, path);
  await read(path);
  const before = page.url();
  const count = Math.min(await page.locator(OPENING).count(), MOST_OPENED);
  for (let index = 0; index < count; index += 1) {
    const isOpen = await page
      .locator(OPENING)
      .nth(index)
      .click({ timeout: 300 })
      .then(
        () => true,
        () => false,
      );
    if (!isOpen) continue;
    await settled(page);
    await read(`${path}, opened ${String(index + 1)}`);
    await page.keyboard.press('Escape');
    if (page.url() !== before || (await page.getByRole('dialog').count()) > 0) await open(page, path);
  }
}

/** Fills `:entity` with the id of a record that this person sees; null where they see none. */
async function addressOf(client: Client, path: string): Promise<string | null> {
  const entity = /:([a-z_]+)/.exec(path)?.[1];
  if (entity === undefined) return path;
  const { body } = await client.get<Partial<ListBody>>(`/api/${entity}?size=1`);
  const id = body.items?.[0]?.id;
  return id === undefined ? null : path.replace(`:${entity}`, id);
}

/** Records in every state, with all that the runtime notes of them: a reaction, a step back, an approval that is awaited, what is told and said. */
async function livedIn(ada: Client, rita: Client): Promise<readonly string[]> {
  const me = (await ada.get<ListBody>('/api/user?search=Ada&size=1')).body.items[0]?.id;
  const make = async (subject: string, ...steps: readonly (readonly [string, object])[]): Promise<string> => {
    const fields = { zqx_subject: subject, zqx_place: 'Hall', zqx_owner: me };
    const { id } = (await ada.send<RecordBody>('POST', '/api/zqx_visit', fields)).body;
    for (const [step, body] of steps)
      expect((await ada.send('POST', `/api/zqx_visit/${id}/${step}`, body)).status).toBe(200);
    return id;
  };
  const dear = await make('Dear');
  expect((await ada.send('PATCH', `/api/zqx_visit/${dear}`, { zqx_cost: '150' })).status).toBe(200);
  const send = ['zqx_send', {}] as const;
  const told = await make('Told');
  expect((await rita.send('POST', `/api/zqx_visit/${told}/zqx_send`, {})).status).toBe(200);
  expect((await rita.send('POST', `/api/zqx_visit/${told}/comments`, { text: 'Well' })).status).toBe(201);
  return [
    dear,
    await make('Sent', send),
    await make('Done', send, ['zqx_finish', { input: { zqx_note: 'Well' } }]),
    await make('Back', send, ['zqx_return', { input: { zqx_reason: 'zqx_late' } }]),
    told,
  ];
}

/** Each page and each record is opened by one of them. */
const VISITORS = [
  ['ada', 'en', (index: number) => index % 3 === 0],
  ['ada', 'ja', (index: number) => index % 3 === 1],
  ['rita', 'ja', (index: number) => index % 3 === 2],
] as const satisfies readonly (readonly [Person, Language, (index: number) => boolean])[];

test.each(VISITORS)(
  'no page, menu or dialog shows %s an id as a word (%s)',
  async (person, language, isVisited) => {
    const records = await livedIn(await suite.client('ada'), await suite.client('rita'));
    const client = await suite.client(person);
    const { page, context } = await suite.visit({ as: person, language });
    const paths = [...records.map((id) => `/visits/${id}`), ...PAGES].filter((_, index) => isVisited(index));
    const found = new Map<string, string>();
    for (const path of await Promise.all(paths.map((one) => addressOf(client, one))))
      if (path !== null) await readPage(page, path, found);
    expect(Object.fromEntries(found)).toEqual({});
    await context.close();
  },
  120_000,
);

/** Calls that are refused, each for a reason of its own. */
const REFUSED: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['POST', '/zqx_visit', {}],
  ['POST', '/zqx_visit', { zqx_subject: 'x', zqx_nope: 1 }],
  ['POST', '/zqx_visit', { zqx_subject: 'x', zqx_kind: 'zqx_shor' }],
  ['POST', '/zqx_visit', { zqx_subject: 'x', zqx_from: '2020-01-01' }],
  ['POST', '/zqx_visit', { zqx_subject: 'x', zqx_from: '2099-01-02', zqx_until: '2099-01-01' }],
  ['POST', '/zqx_visit', { zqx_subject: 'x', zqx_place: 'Nowhere' }],
  ['POST', '/zqx_visit', { zqx_subject: 'x', zqx_cost: '900' }],
  ['POST', '/zqx_visit', { zqx_subject: 'x', zqx_kind: 'zqx_long' }],
  ['POST', '/zqx_visit', { zqx_subject: 'x', zqx_items: [{ zqx_count: 9 }] }],
  ['POST', '/zqx_visit', { zqx_subject: 'x', zqx_items: [{ zqx_item: 'a', zqx_count: 9 }] }],
  ['POST', '/zqx_visit', { zqx_subject: 'x', zqx_stay: { zqx_nope: 1 } }],
  ['POST', '/zqx_visit', { zqx_subject: 'x', zqx_total: 1 }],
  ['POST', '/zqx_visit', { zqx_subject: 'x', zqx_number: 'V-1' }],
  ['POST', '/zqx_visit', { zqx_subject: 'x', zqx_length: 'long' }],
  ['POST', '/zqx_visit', { zqx_subject: 'x', zqx_at: '99:99' }],
  ['POST', '/zqx_visit', { zqx_subject: 'x', zqx_papers: [{ id: 'x' }] }],
  ['POST', '/zqx_visit/:sent/comments', { text: '' }],
  ['POST', '/zqx_place', { zqx_name: 'Hall' }],
  ['POST', '/zqx_place', { zqx_name: 'H'.repeat(30) }],
  ['DELETE', '/zqx_place/Hall'],
  ['POST', '/zqx_visit/:sent/zqx_send', {}],
  ['POST', '/zqx_visit/:sent/zqx_lapse', {}],
  ['POST', '/zqx_visit/:sent/zqx_return', {}],
  ['POST', '/zqx_visit/:sent/zqx_finish', { input: { zqx_note: '' } }],
];

test.each(['en', 'ja'])('no refusal names an id in its sentences (%s)', async (language) => {
  const ada = await suite.client('ada', language);
  const [, sent = ''] = await livedIn(await suite.client('ada'), await suite.client('rita'));
  const found: string[] = [];
  for (const [method, path, body] of REFUSED) {
    const answer = await ada.send<ProblemBody>(method, `/api${path.replace(':sent', sent)}`, body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const { title, errors } = answer.body;
    found.push(...[title, ...errors.map(({ message }) => message ?? '')].filter((text) => MARK.test(text)));
  }
  expect(found).toEqual([]);
});

test.each(['zqx_shut', 'zqx_visit.zqx_no_past'])(
  'a refusal on a page leads to its entry of the catalogue, and does not show its id (%s)',
  async (code) => {
    const [dear] = await livedIn(await suite.client('ada'), await suite.client('rita'));
    const { page, context } = await suite.visit({ as: 'ada', language: 'ja' });
    await open(page, `/visits/${dear ?? ''}`);
    const body = { type: `/_/errors/${code}`, title: '', status: 422, code, params: {}, request_id: 'r1', errors: [] };
    await page.route(/\/zqx_send$/, (route) =>
      route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(body) }),
    );
    await page.locator('main button[data-nf-transition="zqx_send"]').first().click();
    await page.locator(`[data-nf-error="${code}"] a[href="/_/errors/${code}"]`).click();
    await page.locator(`[data-nf-catalogue="${code}"]`).waitFor();
    await page.goBack();
    await page.locator('main button[data-nf-transition="zqx_send"]').first().click();
    await page.locator(`[data-nf-error="${code}"]`).waitFor();
    expect(await marked(page)).toEqual([]);
    await context.close();
  },
);
