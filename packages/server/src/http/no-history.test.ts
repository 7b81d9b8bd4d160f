// An entity with `history: false` keeps nothing of what happens to its records: what people read, write and load works
// without it, and two who save the same field still do not lose what the other wrote.
import type { ChangeSince, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en] }
entities:
  reading:
    title: place
    key: place
    history: false
    fields:
      place: { type: string, required: true }
      value: { type: integer }
      remark: { type: text }
states:
  reading:
    initial: open
    states: { open: {}, closed: {} }
    transitions:
      close: { from: open, to: closed, by: boss, on_refusal: { set: { remark: refused } }, when: record.value > 0 }
roles:
  boss: { reading: all, user: { read: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
`;
const files = [
  { path: 'app.yaml', text: SPECIFICATION },
  { path: 'data/reading.csv', text: 'place,value\nCellar,1\nRoof,2\n' },
];

let desk: Desk;
let cleo: Browser;
let dora: Browser;
beforeAll(async () => {
  desk = await startDesk({ files });
  cleo = await desk.signedIn('cleo@example.com');
  dora = await desk.signedIn('cleo@example.com');
}, 60_000);
afterAll(() => desk.close());

async function kept(): Promise<readonly unknown[]> {
  return desk.database.read.all(`SELECT * FROM "_history" WHERE "entity" = 'reading'`, []);
}

const made = async (place: string, value = 1): Promise<RecordValue> =>
  (await cleo.call('POST', '/api/reading', { body: { place, value } })).json as RecordValue;

test('nothing is kept of what data files, people and refusals do', async () => {
  const { id } = await made('Hall', 0);
  await cleo.call('PATCH', `/api/reading/${id}`, { body: { remark: 'cold' } });
  expect((await cleo.call('POST', `/api/reading/${id}/close`, { body: {} })).status).toBe(409);
  await cleo.call('PATCH', `/api/reading/${id}`, { body: { value: 3 } });
  expect((await cleo.call('POST', `/api/reading/${id}/close`, { body: {} })).json).toMatchObject({ state: 'closed' });
  expect((await cleo.call('DELETE', `/api/reading/${id}`)).status).toBe(204);
  expect(await kept()).toEqual([]);
});

test('nobody reads a history, and neither the description nor the rights of a record speak of one', async () => {
  const { id } = await made('Yard');
  expect((await cleo.call('GET', `/api/reading/${id}/history`)).status).toBe(403);
  expect((await cleo.call('GET', '/api/openapi.json')).text).not.toContain('/history');
});

test('two who change the same field are told, whoever they are; other fields wait for the newer version', async () => {
  const { id, version } = await made('Stairs');
  const save = (who: Browser, body: Readonly<Record<string, string | number>>, seen: number) =>
    who.call('PATCH', `/api/reading/${id}`, { body, headers: { 'if-match': `"${String(seen)}"` } });
  expect((await save(cleo, { value: 5 }, version)).status).toBe(200);
  const second = await save(dora, { value: 6 }, version);
  expect(second.json).toMatchObject({
    code: 'changed_meanwhile',
    params: { fields: ['value'], theirs: { value: 5 }, version: version + 1 },
  });
  expect((await save(dora, { remark: 'wet' }, version)).json).toMatchObject({ code: 'changed_meanwhile' });
  expect((await save(dora, { value: 5 }, version)).status).toBe(200);
  expect((await save(dora, { remark: 'wet' }, version + 1)).json).toMatchObject({ value: 5, remark: 'wet' });
});

test('an open page learns that a record was changed and by whom, and not which fields', async () => {
  const { id, version } = await made('Roof 2');
  const told = async (): Promise<readonly ChangeSince[]> => {
    const { json } = await cleo.call('GET', `/_/changes/reading/${id}?since=${String(version)}`);
    return (json as { readonly items: readonly ChangeSince[] }).items;
  };
  await cleo.call('PATCH', `/api/reading/${id}`, { body: { value: 2 } });
  expect(await told()).toEqual([]);
  await desk.database.write(
    async (tx) => void (await tx.run(`UPDATE "reading" SET "changed_by" = NULL WHERE "id" = ?`, [id])),
  );
  expect(await told()).toMatchObject([{ version: version + 1, by: null, fields: [] }]);
});
