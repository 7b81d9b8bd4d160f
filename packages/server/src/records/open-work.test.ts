// Whoever deactivates a person, or takes a role from them, is told what is not finished of theirs.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';
import { DESK } from './testing/desk.yaml.ts';
import { importSource } from './testing/values/import-source.ts';

let desk: Desk;
beforeEach(async () => {
  const line = '          item: { type: string, required: true, max: 80 }\n';
  const text = DESK.replace('    user: { read: true', '    user: { import: true, read: true');
  desk = await openDesk(text.replace(line, `${line}          fitter: { type: reference, to: user }\n`));
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
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'])
    await desk.records.addUser({ name, email: `${name}@example.test`, language: null, roles: ['agent'] });
  expect((await refusal(turn(anna.me.id, false))).warnings).toMatchObject([
    { params: { takers: ['a1', 'a2', 'a3', 'a4', 'a5'], others: 2 } },
  ]);
});

test('a person is named in lists of people, lines and parts too, and each record is counted once', async () => {
  const { rita, max, anna } = desk.people;
  const create = (body: object) =>
    desk.records.create(max, 'ticket', { category: desk.cables, requester: rita.me.id, ...body }, PLAIN);
  await create({ subject: 'watched', watchers: [anna.me.id, max.me.id] });
  await create({
    subject: 'fitted',
    lines: [
      { item: 'cable', fitter: anna.me.id },
      { item: 'plug', fitter: anna.me.id },
    ],
  });
  await create({ subject: 'kept', place: { room: 'A1', keeper: anna.me.id }, watchers: [anna.me.id] });
  await create({ subject: 'of others', watchers: [max.me.id], lines: [{ item: 'cable', fitter: max.me.id }] });
  const { warnings } = await refusal(turn(anna.me.id, false));
  expect(warnings).toMatchObject([{ code: 'open_work', params: { count: 3 } }]);
});

test('whoever takes a role from a person is told what they cannot continue without it, and of nothing else', async () => {
  const { anna, max, rita } = desk.people;
  const roles = (id: string, left: readonly string[], confirm: readonly string[] = []) =>
    desk.records.update(max, 'user', { idOrKey: id, body: { roles: left } }, { ...PLAIN, confirm });
  const id = await taken('one');
  const lost = await refusal(roles(anna.me.id, ['requester']));
  const params = { count: 1, holders: [{ entity: 'ticket', count: 1 }], takers: ['olga'] };
  expect(lost.warnings).toEqual([{ path: 'roles', code: 'open_work', params }]);
  await roles(anna.me.id, ['agent', 'requester']);
  await fire(id, 'resolve', anna, { why: 'done' });
  await fire(id, 'close');
  await roles(anna.me.id, []);
  // what names rita she continues with a role that everybody has
  await desk.records.create(rita, 'ticket', { subject: 'hers', category: desk.cables }, PLAIN);
  await roles(rita.me.id, []);
});

test('an import deactivates nobody whose work is not finished: it says so of the row', async () => {
  await taken('one');
  const source = importSource(['anna', 'olga'].map((name) => ({ email: `${name}@desk.test`, active: false })));
  const options = { mode: 'each', match: 'email' } as const;
  const done = await desk.records.import(desk.people.max, 'user', { source, options }, undefined);
  expect(done).toMatchObject({ changed: 1, failed: 1, problems: [{ row: 1, path: 'active', code: 'open_work' }] });
});
