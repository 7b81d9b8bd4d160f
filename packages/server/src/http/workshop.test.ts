// On SQLite alone: what is shown of files comes from no database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordValue } from '@ninefold/model';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import type { Answer, Browser } from '../testing/browser.ts';

/** A workshop for bicycles: repairs in boxes, with payments of their own, of which each full box is told. */
const WORKSHOP = `ninefold: 1
limits: { cascade: { type: integer, value: 3 } }
roles:
  writer: { members: everyone, box: all, repair: { create: true, read: true, update: true, history: true, delete: true }, part: all, ring: all, user: { read: true } }
  boss: { repair: { read: true } }
  administrator: { runtime: [users], user: { grant: [boss, administrator] } }
entities:
  box:
    fields:
      name: { type: string, required: true }
      open: { type: integer, computed: 'size(record.repairs.filter(r, r.state == "begun"))' }
      told: { type: integer, read_only: true, default: 0 }
  repair:
    fields:
      box: { type: reference, to: box, inverse: repairs, required: true }
      bike: { type: string, required: true }
      hours: { type: integer, min: 0 }
      code: { type: string }
      tries: { type: integer, read_only: true, default: 0 }
      first: { type: reference, to: user, read_only: true }
      log: { type: string, read_only: true, default: '' }
  part: { fields: { of: { type: reference, to: repair, inverse: parts }, name: { type: string }, state_then: { type: string }, log_then: { type: string } } }
  ring: { fields: { next: { type: reference, to: ring }, turns: { type: integer, read_only: true, default: 0 } } }
states:
  box:
    states: { empty: {}, busy: {}, full: {} }
    derived: [{ state: full, when: record.open >= 2 }, { state: busy, when: record.open == 1 }, { state: empty }]
    reactions: { full: { when: 'record.state == "full"', set: { told: = record.told + 1 } } }
  repair.payment:
    initial: due
    states: { due: {}, paid: { final: true } }
    transitions:
      pay: { from: due, to: paid, by: writer, when: 'record.code == "ok"', on_refusal: { set: { tries: = record.tries + 1 } } }
  repair:
    initial: asked
    states: { asked: {}, begun: {}, large: {}, waiting: {}, done: { final: true } }
    transitions:
      begin: { from: asked, to: [{ to: large, when: record.hours > 8 }, { to: begun, when: filled(record.hours) }], by: writer, set: { first: = user, log: 'begun' } }
      back: { from: [begun, large], to: asked, by: writer }
      hold: { from: [begun, large], to: waiting, by: writer, create: [{ part: { of: = record, name: one, state_then: = record.state, log_then: = record.log } }, { part: { of: = record, name: two } }] }
      resume: { from: waiting, to: previous, by: writer }
      again: { from: [begun, large], to: same, restart: true, by: writer }
      agree: { from: [begun, large], to: done, by: writer, when: 'user in record.awaits.agree', approvals: { of: users_with(boss) } }
      late: { from: [begun, large], to: waiting, after: = days(2), set: { log: = record.log + " late" } }
  ring:
    initial: still
    states: { still: {} }
    transitions: { turn: { from: still, to: same, by: writer, set: { turns: = record.turns + 1 }, fire: { each: record.next, transition: turn } } }
`;

let desk: Desk;
let ada: Browser;
let cleo: Browser;

beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: WORKSHOP }] });
  await enter();
});

/** Signs both in: sessions end while nobody uses them. */
async function enter(): Promise<void> {
  [ada, cleo] = [await desk.signedIn('ada@example.com'), await desk.signedIn('cleo@example.com')];
}

afterAll(async () => {
  await desk.close();
});

const ROUND = { mostMs: 60_000, isEnding: () => false, log: (line: string) => expect.fail(line) };

function valueOf({ status, json }: Answer): RecordValue {
  expect([status, JSON.stringify(json)]).toEqual([status < 300 ? status : 'a success', JSON.stringify(json)]);
  return json as RecordValue;
}

async function made(entity: string, body: Readonly<Record<string, unknown>>): Promise<string> {
  return valueOf(await ada.call('POST', `/api/${entity}`, { body })).id;
}

async function read(path: string): Promise<RecordValue> {
  return valueOf(await ada.call('GET', `/api/${path}`));
}

async function fired(path: string, by = ada, body: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
  return by.call('POST', `/api/${path}`, { body });
}

function eventsIn({ json }: Answer): readonly Readonly<Record<string, unknown>>[] {
  return (json as { readonly items: readonly Readonly<Record<string, unknown>>[] }).items;
}

test('lists of states, states that follow from other records, and reactions to them hold at once', async () => {
  const box = await made('box', { name: 'A' });
  const bikes = await Promise.all([3, 9, 4, null].map((hours) => made('repair', { box, bike: 'b', hours })));
  const [small, large, other, unknown] = bikes.map((id) => `repair/${id}`);
  expect(await read(`box/${box}`)).toMatchObject({ state: 'empty', told: 0 });
  expect(valueOf(await fired(`${small ?? ''}/begin`))).toMatchObject({ state: 'begun', payment: 'due', log: 'begun' });
  expect(await read(`box/${box}`)).toMatchObject({ state: 'busy' });
  expect(valueOf(await fired(`${large ?? ''}/begin`))).toMatchObject({ state: 'large' });
  expect((await fired(`${unknown ?? ''}/begin`)).text).toContain('no_next_state');
  valueOf(await fired(`${other ?? ''}/begin`));
  expect(await read(`box/${box}`)).toMatchObject({ state: 'full', told: 1 });
  valueOf(await fired(`${small ?? ''}/back`));
  expect(await read(`box/${box}`)).toMatchObject({ state: 'busy', told: 1 });
  expect((await ada.call('DELETE', `/api/${other ?? ''}`)).status).toBe(204);
  expect(await read(`box/${box}`)).toMatchObject({ state: 'empty', told: 1 });
});

test('effects come after the new state in their order; `previous` leads back, and a timer waits anew after `restart`', async () => {
  const repair = `repair/${await made('repair', { box: await made('box', { name: 'B' }), bike: 'b', hours: 9 })}`;
  valueOf(await fired(`${repair}/begin`));
  valueOf(await fired(`${repair}/hold`));
  const { json } = await ada.call('GET', `/api/${repair}/parts?sort=name`);
  expect((json as { readonly items: readonly RecordValue[] }).items).toMatchObject([
    { name: 'one', state_then: 'waiting', log_then: 'begun', created_by: null },
    { name: 'two', state_then: null },
  ]);
  const [part] = (json as { readonly items: readonly RecordValue[] }).items;
  const [birth] = eventsIn(await ada.call('GET', `/api/part/${part?.id ?? ''}/history`));
  expect(birth).toMatchObject({
    by: null,
    cause: { kind: 'effect', name: 'hold', record: { id: repair.split('/')[1] } },
  });
  expect(valueOf(await fired(`${repair}/resume`))).toMatchObject({ state: 'large' });
  desk.wait(36 * 3_600_000);
  await enter();
  valueOf(await fired(`${repair}/again`));
  desk.wait(36 * 3_600_000);
  await desk.service.records.fireTimers(ROUND);
  await enter();
  expect(await read(repair)).toMatchObject({ state: 'large' });
  desk.wait(13 * 3_600_000);
  await desk.service.records.fireTimers(ROUND);
  await enter();
  expect(await read(repair)).toMatchObject({ state: 'waiting', log: 'begun late', changed_by: null });
  const [last] = eventsIn(await ada.call('GET', `/api/${repair}/history`));
  expect(last).toMatchObject({ transition: 'late', by: null });
});

test('what a refusal leaves is written, each life cycle goes its own way, and approvals name who is awaited', async () => {
  const repair = `repair/${await made('repair', { box: await made('box', { name: 'C' }), bike: 'b', hours: 1 })}`;
  valueOf(await fired(`${repair}/begin`));
  for (const times of [1, 2]) {
    expect((await fired(`${repair}/pay`)).status).toBeGreaterThanOrEqual(400);
    expect(await read(repair)).toMatchObject({ tries: times, payment: 'due', state: 'begun' });
  }
  valueOf(await ada.call('PATCH', `/api/${repair}`, { body: { code: 'ok' } }));
  expect(valueOf(await fired(`${repair}/pay`))).toMatchObject({ tries: 2, payment: 'paid', state: 'begun' });
  expect((await fired(`${repair}/agree`)).status).toBeGreaterThanOrEqual(400);
  expect(valueOf(await fired(`${repair}/agree`, cleo))).toMatchObject({ state: 'done', payment: 'paid' });
});

test('a cascade goes as deep as the limit and leaves nothing where it goes further', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push(await made('ring', { next: ids.at(-1) ?? null }));
  valueOf(await fired(`ring/${ids[3] ?? ''}/turn`));
  const turns = async (): Promise<unknown> => Promise.all(ids.map(async (id) => (await read(`ring/${id}`))['turns']));
  expect(await turns()).toEqual([1, 1, 1, 1, 0]);
  expect((await fired(`ring/${ids[4] ?? ''}/turn`)).text).toContain('cascade_too_deep');
  expect(await turns()).toEqual([1, 1, 1, 1, 0]);
});
