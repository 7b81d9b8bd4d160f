import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import type { RecordBody } from './harness/client.ts';
import { ADA, startApplication } from './harness/own-application.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: shop, languages: [en, ja], time_zone: UTC }
entities:
  item: { title: name, fields: { name: { type: string, required: true }, stock: { type: integer, default: 9 } } }
  order:
    title: name
    fields:
      name: { type: string, required: true, label: Name }
      items: { type: references, to: item, label: Items }
      open: { type: integer, label: Open, computed: 'size(record.deliveries.filter(d, d.state != "arrived"))' }
  delivery:
    title: '{{item}}'
    label: Delivery
    label_many: Deliveries
    fields:
      order: { type: reference, to: order, inverse: deliveries, label: Order }
      item: { type: reference, to: item, label: Item }
states:
  order:
    initial: asked
    states: { asked: { kind: waiting }, confirmed: { kind: active }, closed: { kind: done, final: true } }
    transitions:
      confirm: { from: asked, to: confirmed, by: boss, label: Confirm, create: { each: record.items, delivery: { order: = record, item: = each } } }
      close: { from: confirmed, to: closed, label: Close, done: Closed by itself }
    reactions:
      complete: { label: All is there, when: record.state == "confirmed" && record.open == 0, fire: { each: record, transition: close } }
  delivery:
    initial: packed
    states: { packed: { kind: active }, arrived: { kind: done, final: true } }
    transitions: { arrive: { from: packed, to: arrived, by: boss, label: Mark arrived, optional: true } }
rules:
  delivery: { in_stock: { check: record.item.stock > 0, at: item, message: There is none left. } }
roles:
  boss: { members: everyone, order: all, delivery: all, item: all, user: { read: true } }
  administrator: { runtime: [users, spec], user: { read: true, grant: [boss] } }
`;

const suite = withProductAndBrowser(() => startApplication({ 'app.yaml': SPECIFICATION, ...ADA }));

async function make(entity: string, body: object): Promise<RecordBody> {
  const { body: made, status } = await (await suite.client('ada')).send<RecordBody>('POST', `/api/${entity}`, body);
  expect(status).toBe(201);
  return made;
}

const WORDS = {
  en: {
    system: 'The application',
    from: 'followed from “Confirm”',
    refused: 'This action would also change another record',
  },
  ja: { system: 'システム', from: '「Confirm」', refused: 'この操作は別のレコードも変更しますが' },
} as const;

test.each([
  ['en', 1280],
  ['ja', 360],
] as const)(
  'a step makes records, and the last of them closes theirs by itself: histories say why (%s, %i px)',
  async (language, width) => {
    const [pen, ink] = [await make('item', { name: 'Pen' }), await make('item', { name: 'Ink' })];
    const order = await make('order', { name: `Desk ${language}`, items: [pen.id, ink.id] });
    const { page, context } = await suite.visit({ as: 'ada', language, width });
    const words = WORDS[language];
    const press = async (id: string): Promise<void> => {
      await page.locator(`main [data-nf-transition="${id}"]`).first().focus();
      await page.keyboard.press('Enter');
    };
    await open(page, `/order/${order.id}`);
    await press('confirm');
    await page.locator('main [data-nf-state="confirmed"]').first().waitFor();
    const ada = await suite.client('ada');
    const { body } = await ada.get<{ readonly items: readonly RecordBody[] }>(
      `/api/delivery?where=record.order.id=="${order.id}"`,
    );
    expect(body.items).toHaveLength(2);
    for (const { id } of body.items) {
      await open(page, `/delivery/${id}`);
      const made = page.locator('[data-nf-history]').last();
      expect(await made.innerText()).toContain(words.system);
      expect(await made.innerText()).toContain(words.from);
      await press('arrive');
      await page.getByRole('dialog').locator('[data-nf-save]').press('Enter');
      await page.locator('main [data-nf-state="arrived"]').first().waitFor();
    }
    await page
      .locator('[data-nf-history]')
      .last()
      .getByRole('link', { name: `Desk ${language}` })
      .press('Enter');
    await page.locator('main [data-nf-state="closed"]').first().waitFor();
    const closed = await page.locator('[data-nf-history][data-nf-transition="close"]').innerText();
    for (const word of ['Closed by itself', words.system, 'All is there']) expect(closed).toContain(word);
    expect(await axeViolations(page)).toEqual([]);
    await context.close();
  },
);

test.each(['en', 'ja'] as const)(
  'a step that another record refuses changes nothing, on the page and for a program (%s)',
  async (language) => {
    const [pen, none] = [await make('item', { name: 'Pen' }), await make('item', { name: 'Nothing', stock: 0 })];
    const order = await make('order', { name: 'Shelf', items: [pen.id, none.id] });
    const { page, context } = await suite.visit({ as: 'ada', language });
    await open(page, `/order/${order.id}`);
    await page.locator('main [data-nf-transition="confirm"]').first().press('Enter');
    await page.getByText(WORDS[language].refused).first().waitFor();
    await page.getByText('There is none left.').first().waitFor();
    const ada = await suite.client('ada');
    const answer = await ada.send<{ readonly code: string; readonly errors: readonly object[] }>(
      'POST',
      `/api/order/${order.id}/confirm`,
      {},
    );
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'effect_refused', errors: [{ code: 'delivery.in_stock' }] },
    });
    const { body } = await ada.get<RecordBody>(`/api/order/${order.id}`);
    expect([body.state, body['version']]).toEqual(['asked', 1]);
    const made = await ada.get<{ readonly total: number }>(`/api/delivery?where=record.order.id=="${order.id}"`);
    expect(made.body.total).toBe(0);
    await context.close();
  },
);
