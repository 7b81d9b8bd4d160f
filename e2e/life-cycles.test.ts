import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { antiForgery, open, openBrowser, visit, type Language, type Visitor } from './harness/browser.ts';
import { startProduct, type Product } from './harness/product.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: orders, languages: [en, ja] }
entities:
  order:
    title: name
    label: Order
    label_many: Orders
    fields:
      name: { type: string, required: true, label: Name }
states:
  order:
    initial: open
    states: { open: { kind: active, label: Open }, closed: { kind: done, final: true, label: Closed } }
    transitions:
      close: { from: open, to: closed, by: boss, label: Close, when: record.delivery_final }
  order.delivery:
    initial: waiting
    states: { waiting: { kind: waiting, label: Waiting }, sent: { kind: active, label: Sent }, arrived: { kind: done, final: true, label: Arrived } }
    transitions:
      send: { from: waiting, to: sent, by: boss, label: Send, done: Sent off }
      arrive: { from: sent, to: arrived, by: boss, label: Mark arrived, done: Came in, optional: true }
  order.load:
    states: { light: { kind: active, label: Light }, heavy: { kind: waiting, label: Heavy } }
    derived: [{ state: heavy, when: size(record.name) > 99 }, { state: light }]
roles:
  boss: { members: everyone, order: all, user: { read: true } }
  administrator: { runtime: [users, spec], user: { read: true, grant: [boss] } }
screens:
  orders: { path: /orders, list: order, columns: [name, state, delivery], sort: [delivery] }
`;
const JA = {
  entities: {
    order: {
      label: '注文',
      label_many: '注文',
      fields: {
        name: { label: '名前' },
        delivery: {
          label: '配送',
          options: { waiting: { label: '待機中' }, sent: { label: '発送済み' }, arrived: { label: '到着済み' } },
        },
      },
    },
  },
  states: {
    order: {
      states: { open: { label: '受付中' }, closed: { label: '完了' } },
      transitions: {
        close: { label: '完了する' },
        send: { label: '発送する', done: '発送しました' },
        arrive: { label: '到着を記録する', done: '到着しました' },
      },
    },
  },
};
const EN = { entities: { order: { fields: { delivery: { label: 'Delivery' } } } } };

let folder: string;
let product: Product;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninefold-life-cycles-'));
  for (const place of ['data/demo', 'locales/en', 'locales/ja']) await mkdir(join(folder, place), { recursive: true });
  await writeFile(join(folder, 'app.yaml'), SPECIFICATION);
  await writeFile(join(folder, 'locales/en/app.json'), JSON.stringify(EN));
  await writeFile(join(folder, 'locales/ja/app.json'), JSON.stringify(JA));
  await writeFile(join(folder, 'data/demo/user.csv'), 'name,email,language\nAda,ada@example.test,en\n');
  await writeFile(join(folder, 'data/demo/order.csv'), 'name,delivery\nTable,waiting\nChair,sent\n');
  product = await startProduct({ folder, demo: true });
  browser = await openBrowser();
}, 60_000);
afterAll(async () => {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

async function signedIn(language: Language): Promise<Visitor> {
  const visitor = await visit(browser, { url: product.url, language });
  const { request } = visitor.context;
  const session = (await (await request.get('/_/session')).json()) as { readonly demo: { readonly id: string }[] };
  const headers = await antiForgery(visitor.context);
  const answer = await request.post('/_/session', { data: { demo: session.demo[0]?.id }, headers });
  expect(answer.ok()).toBe(true);
  return visitor;
}

/** Makes an order as the person of the page; answers its id. */
async function order({ context }: Visitor, name: string): Promise<string> {
  const response = await context.request.post('/api/order', { headers: await antiForgery(context), data: { name } });
  expect(response.ok()).toBe(true);
  return ((await response.json()) as { readonly id: string }).id;
}

const WORDS = {
  en: {
    delivery: 'Delivery',
    state: 'State',
    waiting: 'Waiting',
    sent: 'Sent',
    arrived: 'Arrived',
    done: 'Sent off',
    derived: 'It follows from the values of the record.',
  },
  ja: {
    delivery: '配送',
    state: '状態',
    waiting: '待機中',
    sent: '発送済み',
    arrived: '到着済み',
    done: '発送しました',
    derived: 'レコードの値から決まります。',
  },
} as const;

test.each(['en', 'ja'] as const)(
  'a record shows each of its life cycles, and moves it by its buttons, in %s',
  async (language) => {
    const words = WORDS[language];
    const visitor = await signedIn(language);
    const { page } = visitor;
    const id = await order(visitor, `Desk ${language}`);
    await open(page, `/order/${id}`);
    const [first, delivery] = [page.locator('[data-nf-cycle="state"]'), page.locator('[data-nf-cycle="delivery"]')];
    expect(await first.locator('ol').getAttribute('aria-label')).toBe(words.state);
    expect(await delivery.locator('ol').getAttribute('aria-label')).toBe(words.delivery);
    expect(await delivery.locator('li').count()).toBe(3);
    expect(await delivery.locator('[aria-current="step"]').innerText()).toContain(words.waiting);
    const load = page.locator('[data-nf-cycle="load"] li');
    await load.waitFor(); // fails where there are several
    const rail = await page.locator('[data-nf-rail]').boundingBox();
    expect(rail?.y).toBeLessThanOrEqual(200); // the life cycles stand beside each other
    await load.getByRole('button').press('Enter');
    await page.getByText(words.derived).waitFor();
    await page.keyboard.press('Escape');
    expect(await axeViolations(page)).toEqual([]);
    await page.locator('[data-nf-transition="send"]').first().focus();
    await page.keyboard.press('Enter');
    await delivery.locator('[data-nf-step="sent"][aria-current="step"]').waitFor();
    expect(await first.locator('[aria-current="step"]').getAttribute('data-nf-step')).toBe('open');
    const entry = page.locator('[data-nf-history][data-nf-transition="send"]');
    const told = await entry.innerText();
    for (const word of [words.done, words.delivery, words.waiting, words.sent]) expect(told).toContain(word);
    await page.locator('[data-nf-transition="arrive"]').first().press('Enter');
    const dialog = page.locator('[data-nf-transition-dialog="arrive"]');
    expect(await dialog.innerText()).toMatch(new RegExp(`${words.sent}[^]*${words.arrived}`));
    await dialog.locator('button[type="submit"]').press('Enter');
    await delivery.locator('[data-nf-step="arrived"][aria-current="step"]').waitFor();
    expect(await page.locator('[data-nf-transition="close"]').first().isVisible()).toBe(true);
  },
);

test('a list shows the states of each life cycle, and is filtered and sorted by them', async () => {
  const { page } = await signedIn('ja');
  await open(page, '/orders?f.delivery=in:sent');
  const rows = page.locator('tbody tr');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(1);
  expect(await rows.first().innerText()).toMatch(/Chair[^]*受付中[^]*発送済み/);
});
