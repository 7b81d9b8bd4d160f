// Whoever deactivates a person is told what is not finished of theirs.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';
import { DESK } from './testing/desk.yaml.ts';
import { importSource } from './testing/values/import-source.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk(DESK.replace('    user: { read: true', '    user: { import: true, read: true'));
});
afterEach(() => desk.close());

/** A request that anna has taken on. */
async function taken(subject: string): Promise<string> {
  const { rita, anna } = desk.people;
  const body = { subject, category: desk.cables, details: 'all of them' };
  const { id } = await desk.records.create(rita, 'ticket', body, PLAIN);
  await fire(id, 'take', anna);
  return id;
}

const fire = (id: string, transition: string, caller = desk.people.anna, input = {}) =>
  desk.records.transition(caller, 'ticket', { idOrKey: id, transition, body: { input } }, PLAIN);

const turn = (id: string, active: boolean, confirm: readonly string[] = []) =>
  desk.records.update(desk.people.max, 'user', { idOrKey: id, body: { active } }, { ...PLAIN, confirm });

test('whoever deactivates a person is told how much is not finished, of which kind, and who has the same roles', async () => {
  const { anna } = desk.people;
  await taken('one');
  const closed = await taken('two');
  await fire(closed, 'resolve', anna, { why: 'done' });
  const params = { count: 2, holders: [{ entity: 'ticket', count: 2 }], takers: ['olga'] };
  expect(await refusal(turn(anna.me.id, false))).toMatchObject({
    ...{ code: 'confirm_warnings', warnings: [{ path: 'active', code: 'open_work', params }] },
  });
  await fire(closed, 'close');
  await turn(desk.people.olga.me.id, false);
  expect((await refusal(turn(anna.me.id, false))).warnings).toEqual([
    { path: 'active', code: 'open_work', params: { count: 1, holders: [{ entity: 'ticket', count: 1 }] } },
  ]);
  await turn(anna.me.id, false, ['open_work']);
  await turn(anna.me.id, true);
});

test('an import deactivates nobody whose work is not finished: it says so of the row', async () => {
  await taken('one');
  const source = importSource(['anna', 'olga'].map((name) => ({ email: `${name}@desk.test`, active: false })));
  const options = { mode: 'each', match: 'email' } as const;
  const done = await desk.records.import(desk.people.max, 'user', { source, options }, undefined);
  expect(done).toMatchObject({ changed: 1, failed: 1, problems: [{ row: 1, path: 'active', code: 'open_work' }] });
});
