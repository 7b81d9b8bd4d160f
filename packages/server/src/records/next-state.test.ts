import type { RecordValue } from '@ninefold/model';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { openStage, ROUND, type Stage } from './testing/open-stage.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: next, languages: [en] }
roles: { boss: { job: all, part: all } }
entities:
  part: { fields: { weight: { type: integer } } }
  job:
    fields:
      size: { type: integer }
      part: { type: reference, to: part }
      is_big: { type: boolean, computed: record.state == "big" }
states:
  job:
    initial: new
    states: { new: {}, small: {}, big: {}, held: {}, over: { kind: done, final: true } }
    transitions:
      create: { by: boss, to: [{ to: held, when: record.size < 0 }, new] }
      sort:
        from: [new, small, big]
        by: boss
        input: { plus: { type: integer, default: 0 } }
        set: { size: = record.size + input.plus }
        to: [{ to: small, when: record.size < 5 }, { to: big, when: record.size < 10 || record.part.weight > 7 }]
      hold: { from: any, to: held, by: boss }
      back: { from: any, to: previous, by: boss }
      again: { from: any, to: same, restart: true, by: boss }
      note: { from: any, to: same, by: boss, set: { size: = record.size + 1 } }
      end: { from: held, to: over, after: = days(7) }
      ping: { from: big, to: same, restart: true, after: = days(2) }
`;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage(SPECIFICATION);
});
afterEach(() => stage.close());

const make = (entity: string, body: object): Promise<RecordValue> => stage.make(entity, body);
const fire = (id: string, transition: string, body: object = {}): Promise<RecordValue> =>
  stage.fire('job', id, transition, body);
const states = async (id: string): Promise<readonly string[]> =>
  (await stage.records.history(stage.boss, 'job', id)).map(({ to }) => to ?? '').toReversed();
test('the first state whose condition holds is entered, with what `set`, the form and other records say', async () => {
  const { id } = await make('job', { size: 3 });
  expect(await fire(id, 'sort')).toMatchObject({ state: 'small', is_big: false });
  expect(await fire(id, 'sort', { input: { plus: 4 } })).toMatchObject({ state: 'big', size: 7, is_big: true });
  await expect(fire(id, 'sort', { input: { plus: 9 } })).rejects.toMatchObject({
    code: 'no_next_state',
    params: { entity: 'job', transition: 'sort' },
  });
  expect(await stage.records.get(stage.boss, 'job', id)).toMatchObject({ state: 'big', size: 7 });
  const { id: part } = await make('part', { weight: 8 });
  expect(await fire(id, 'sort', { part, input: { plus: 9 } })).toMatchObject({ state: 'big', size: 16 });
  expect(await states(id)).toEqual(['new', 'small', 'big', 'big']);
});

test('a creation may decide by conditions too', async () => {
  expect(await make('job', { size: 1 })).toMatchObject({ state: 'new' });
  const held = await make('job', { size: -1 });
  expect(held).toMatchObject({ state: 'held', state_final: false });
  expect(await states(held.id)).toEqual(['held']);
});

test('who goes back enters the state before, and is refused where there was none', async () => {
  const { id } = await make('job', { size: 1 });
  await expect(fire(id, 'back')).rejects.toMatchObject({ code: 'no_next_state' });
  await fire(id, 'sort');
  await fire(id, 'hold');
  await fire(id, 'note');
  expect(await fire(id, 'back')).toMatchObject({ state: 'small' });
  expect(await fire(id, 'back')).toMatchObject({ state: 'held' });
});

test('a restart starts the state and its timers again, and a plain `same` does not', async () => {
  const { id } = await make('job', { size: -1 });
  stage.now = '2026-03-05T09:00:00.000Z';
  expect(await fire(id, 'note')).toMatchObject({ state_since: '2026-03-02T09:00:00.000Z' });
  expect(await fire(id, 'again')).toMatchObject({ state: 'held', state_since: stage.now });
  stage.now = '2026-03-10T09:00:00.000Z';
  await stage.records.fireTimers(ROUND);
  expect(await stage.records.get(stage.boss, 'job', id)).toMatchObject({ state: 'held' });
  stage.now = '2026-03-12T09:00:00.000Z';
  await stage.records.fireTimers(ROUND);
  expect(await stage.records.get(stage.boss, 'job', id)).toMatchObject({ state: 'over' });
});

test('a timer that restarts its own state fires again and again', async () => {
  const { id } = await make('job', { size: 7 });
  await fire(id, 'sort');
  for (const day of ['04', '05', '06', '08']) {
    stage.now = `2026-03-${day}T09:00:00.000Z`;
    await stage.records.fireTimers(ROUND);
  }
  const pings = (await stage.records.history(stage.boss, 'job', id)).filter(({ transition }) => transition === 'ping');
  expect(pings.map(({ at }) => at.slice(8, 10))).toEqual(['08', '06', '04']);
});

/** What a simple model of the job knows. */
interface Simple {
  state: string;
  before: string | null;
  size: number;
}

/** The state that the transition leads to; null where it is refused. */
function next({ state, before, size }: Simple, transition: string, more: number): string | null {
  if (transition === 'sort' && state === 'held') return null;
  if (transition === 'sort') return size + more < 5 ? 'small' : size + more < 10 ? 'big' : null;
  if (transition === 'hold') return 'held';
  return transition === 'back' ? before : state;
}

const STEP = fc.record({
  transition: fc.constantFrom('sort', 'hold', 'back', 'again', 'note'),
  more: fc.integer({ min: -4, max: 4 }),
});

test('any run of transitions leads where a simple model says', async () => {
  const way = fc.record({ size: fc.integer({ min: -2, max: 9 }), steps: fc.array(STEP, { maxLength: 12 }) });
  const follow = async ({ size, steps }: { size: number; steps: readonly { transition: string; more: number }[] }) => {
    const { id, state } = await make('job', { size });
    const simple: Simple = { state: size < 0 ? 'held' : 'new', before: null, size };
    expect(state).toBe(simple.state);
    for (const { transition, more } of steps) {
      const to = next(simple, transition, more);
      const body = transition === 'sort' ? { input: { plus: more } } : {};
      const done = await fire(id, transition, body).catch((reason: { readonly code: string }) => reason.code);
      const refusal = transition === 'sort' && simple.state === 'held' ? 'wrong_state' : 'no_next_state';
      expect(typeof done === 'string' ? done : done.state).toBe(to ?? refusal);
      if (to === null) continue;
      if (transition === 'sort') simple.size += more;
      if (transition === 'note') simple.size += 1;
      if (to !== simple.state) simple.before = simple.state;
      simple.state = to;
    }
    expect(await stage.records.get(stage.boss, 'job', id)).toMatchObject({ state: simple.state, size: simple.size });
  };
  await fc.assert(fc.asyncProperty(way, follow), fuzzRuns(25));
});
