import { rightsFor, type RecordValue } from '@ninefold/model';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: doors, languages: [en] }
roles:
  boss: { door: all, bell: all }
  guest: { door: { read: true, update: true, history: true, fields: { code: none, tries: { read: true }, last: { read: true }, rung: { read: true } } } }
  thief: { door: { read: true } }
entities:
  door:
    fields:
      name: { type: string }
      code: { type: integer }
      tries: { type: integer, default: 0 }
      last: { type: reference, to: user }
      rung: { type: boolean }
      known: { type: boolean, computed: size(record.did.enter) > 0 }
  bell: { fields: { door: { type: reference, to: door } } }
states:
  door:
    initial: shut
    states: { shut: { kind: waiting }, open: { kind: active } }
    transitions:
      enter:
        from: shut
        to: open
        by: guest
        input: { code: { type: integer, required: true } }
        when: input.code == record.code && record.tries < 3
        on_refusal: { set: { tries: = record.tries + 1, last: = user } }
      knock: { from: shut, to: open, by: guest, when: record.name == "Front", set: { name: Heard }, on_refusal: { set: { tries: = record.tries + 1 } } }
      close: { from: open, to: shut, by: boss }
    reactions:
      alarm: { when: record.tries >= 3, set: { rung: true }, create: { bell: { door: = record } } }
  door.bolt:
    initial: drawn
    states: { drawn: { kind: waiting }, shot: { kind: active } }
    transitions: { shoot: { from: drawn, to: shot, by: guest, when: record.name == "Front", on_refusal: { set: { tries: = record.tries + 1 } } } }
  bell:
    initial: up
    states: { up: {}, down: { final: true } }
    transitions: { pull: { from: up, to: down, by: boss, fire: { each: record.door, transition: knock } } }
rules:
  door:
    few: { check: record.tries <= 5, at: tries }
    heard: { check: record.name != "Heard", at: name, severity: warning }
`;

let db: Database;
let records: Records;
const callers = new Map<string, Caller>();

beforeEach(async () => {
  db = await openTestDatabase();
  const { model } = applicationOf(SPECIFICATION);
  await migrate(db, model);
  records = createRecords(db, model, () => '2026-03-02T09:00:00.000Z');
  for (const role of ['boss', 'guest', 'thief']) {
    const id = await records.addUser({ name: role, email: `${role}@t.test`, language: null, roles: [role] });
    const me = await records.me(id);
    if (!me) throw new Error('nobody');
    callers.set(role, { me, rights: rightsFor(model, me.roles), via: 'call' });
  }
});

afterEach(() => db.close());

function as(role: string): Caller {
  const caller = callers.get(role);
  if (!caller) throw new Error(role);
  return caller;
}
const make = (body: object = {}): Promise<RecordValue> =>
  records.create(as('boss'), 'door', { name: 'Back', code: 7, ...body }, PLAIN);
const see = (id: string): Promise<RecordValue> => records.get(as('boss'), 'door', id);
const fire = (role: string, id: string, transition: string, body: object = {}): Promise<RecordValue> =>
  records.transition(as(role), 'door', { idOrKey: id, transition, body }, PLAIN);
const enter = (id: string, code: number | null, role = 'guest'): Promise<RecordValue> =>
  fire(role, id, 'enter', code === null ? {} : { input: { code } });
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (reason: unknown) => (reason instanceof Refusal ? reason.code : String(reason)),
  );

describe('what is written although a transition is refused', () => {
  test('counts, names who was refused what, and turns reactions', async () => {
    const { id } = await make();
    for (const wrong of [1, 2, 3]) expect(await codeOf(enter(id, wrong))).toBe('guard_failed');
    expect(await see(id)).toMatchObject({
      tries: 3,
      last: { id: as('guest').me.id },
      rung: true,
      state: 'shut',
      known: false,
    });
    expect(await codeOf(enter(id, 7))).toBe('guard_failed');
    const entries = await records.history(as('boss'), 'door', id);
    const refused = entries.filter(({ kind }) => kind === 'refuse');
    expect(refused).toHaveLength(4);
    expect(refused.at(-1)).toMatchObject({
      ...{ by: { id: as('guest').me.id }, transition: 'enter', from: 'shut', to: 'shut', via: 'call', cause: null },
      changes: [
        { field: 'tries', old: 0, new: 1 },
        { field: 'last', old: null },
      ],
    });
    expect(await records.count(as('boss'), 'bell', null)).toMatchObject({ total: 1 });
    expect((await see(id)).version).toBe(entries.length);
  });

  test('is written where the form is not answered, and not where nobody was refused the transition itself', async () => {
    const { id } = await make();
    expect(await codeOf(enter(id, null))).toBe('invalid');
    expect((await see(id)).tries).toBe(1);
    expect(await codeOf(enter(id, 1, 'thief'))).toBe('not_your_role');
    expect(await codeOf(fire('guest', id, 'enter', { code: 3, input: { code: 3 } }))).not.toBe('done');
    expect(await codeOf(enter('019c0000-0000-7000-8000-000000000000', 1))).toBe('not_found');
    expect((await see(id)).tries).toBe(1);
    await enter(id, 7);
    expect(await codeOf(enter(id, 1))).toBe('wrong_state');
    const front = await make({ name: 'Front' });
    expect(await codeOf(fire('guest', front.id, 'knock'))).toBe('confirm_warnings');
    expect([(await see(id)).tries, (await see(front.id)).tries]).toEqual([1, 0]);
    expect(await see(id)).toMatchObject({ known: true });
  });

  test('leaves no trace for whoever may not read what it wrote', async () => {
    const { id } = await make();
    await codeOf(fire('guest', id, 'knock'));
    expect((await records.history(as('boss'), 'door', id)).map(({ kind }) => kind)).toEqual(['refuse', 'create']);
    const { model } = applicationOf(SPECIFICATION.replace('tries: { read: true }', 'tries: none'));
    const others = createRecords(db, model, () => '2026-03-02T09:00:00.000Z');
    const guest = { ...as('guest'), rights: rightsFor(model, ['guest']) };
    expect((await others.history(guest, 'door', id)).map(({ kind }) => kind)).toEqual(['create']);
  });

  test('that is refused itself changes nothing, and the refusal stays what it was', async () => {
    const { id } = await make({ tries: 5 });
    const before = await see(id);
    expect(await codeOf(enter(id, 1))).toBe('guard_failed');
    expect(await see(id)).toEqual(before);
  });

  test('is not written where the application is refused', async () => {
    const { id } = await make();
    const bell = await records.create(as('boss'), 'bell', { door: id }, PLAIN);
    const pull = records.transition(as('boss'), 'bell', { idOrKey: bell.id, transition: 'pull', body: {} }, PLAIN);
    expect(await codeOf(pull)).toBe('effect_refused');
    expect((await see(id)).tries).toBe(0);
  });

  test('counts each of many calls at once', async () => {
    const { id } = await make({ tries: -20 });
    const codes = await Promise.all(Array.from({ length: 16 }, (_, code) => codeOf(enter(id, code + 100))));
    expect(new Set(codes)).toEqual(new Set(['guard_failed']));
    expect(await see(id)).toMatchObject({ tries: -4, version: 17 });
  });
});

test('a transition of a further life cycle leaves something too, in its own states', async () => {
  const { id } = await make();
  await enter(id, 7);
  expect(await codeOf(fire('guest', id, 'shoot'))).toBe('guard_failed');
  expect(await see(id)).toMatchObject({ tries: 1, state: 'open', bolt: 'drawn' });
  const [entry] = await records.history(as('boss'), 'door', id);
  expect(entry).toMatchObject({ kind: 'refuse', transition: 'shoot', from: 'open', to: 'open' });
});

describe('many writes in one call', () => {
  test('a batch that is refused is undone, but not what its refused transition leaves', async () => {
    const [one, other] = [await make(), await make()];
    const writes = [
      { action: 'update', entity: 'door', id: one.id, values: { name: 'Changed' } },
      { action: 'transition', entity: 'door', id: other.id, transition: 'enter', input: { code: 7 } },
      { action: 'transition', entity: 'door', id: one.id, transition: 'enter', input: { code: 1 } },
    ];
    expect(await codeOf(records.batch(as('guest'), { writes }, undefined))).toBe('writes_refused');
    expect(await see(one.id)).toMatchObject({ name: 'Back', tries: 1, version: 2 });
    expect(await see(other.id)).toMatchObject({ tries: 0, state: 'shut', version: 1 });
  });

  test.each(['each', 'all', 'try'])('a bulk action with mode %s counts each guess', async (mode) => {
    const [{ id }, other] = [await make(), await make({ tries: 2 })];
    const body = { action: 'transition', transition: 'enter', mode, ids: [id, other.id], input: { code: 1 } };
    const answer = records.bulk(as('guest'), 'door', body, undefined);
    expect(await codeOf(answer)).toBe(mode === 'all' ? 'writes_refused' : 'done');
    expect(await see(id)).toMatchObject({ tries: 1, state: 'shut', version: 2 });
    expect(await see(other.id)).toMatchObject({ tries: 3, state: 'shut', rung: true });
  });
});

describe('a call that is sent again with its key', () => {
  const once = (key: string, request = 'same'): { readonly key: string; readonly request: string } => ({
    key,
    request,
  });
  const wrong = (id: string): object => ({
    action: 'transition',
    entity: 'door',
    id,
    transition: 'enter',
    input: { code: 1 },
  });
  const bulk = (id: string, more: object): object => ({
    ...{ action: 'transition', transition: 'enter', mode: 'all', ids: [id], input: { code: 1 } },
    ...more,
  });
  const guesses: readonly (readonly [string, (id: string, key: ReturnType<typeof once>) => Promise<unknown>])[] = [
    [
      'a transition',
      (id, key) =>
        records.transition(
          as('guest'),
          'door',
          { idOrKey: id, transition: 'enter', body: { input: { code: 1 } } },
          { ...PLAIN, once: key },
        ),
    ],
    ['a batch', (id, key) => records.batch(as('guest'), { writes: [wrong(id)] }, key)],
    ['a bulk action', (id, key) => records.bulk(as('guest'), 'door', bulk(id, {}), key)],
    [
      'a bulk action of which each stands alone',
      (id, key) => records.bulk(as('guest'), 'door', bulk(id, { mode: 'each' }), key),
    ],
    ['a trial of a bulk action', (id, key) => records.bulk(as('guest'), 'door', bulk(id, { mode: 'try' }), key)],
  ];
  const outcome = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((reason: unknown) =>
      reason instanceof Refusal ? [reason.code, reason.params, reason.problems] : String(reason),
    );

  test.each(guesses)('counts once and is answered in the same way: %s', async (_, guess) => {
    const { id } = await make();
    const first = await outcome(guess(id, once('a')));
    expect((await see(id)).tries).toBe(1);
    expect(await outcome(guess(id, once('a')))).toEqual(first);
    expect((await see(id)).tries).toBe(1);
    await outcome(guess(id, once('b')));
    expect((await see(id)).tries).toBe(2);
    expect(await codeOf(guess(id, once('a', 'another')))).toBe('key_reused');
    expect((await see(id)).tries).toBe(2);
  });
});
