// On SQLite alone: who may delete a person is judged before anything is written.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DESK } from './testing/desk.yaml.ts';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk(
    DESK.replace('    user: { read: true', '    user: { delete: true, read: true').replace(
      '\n  agent:\n',
      '\n  helper: { user: { read: true, delete: true } }\n  agent:\n',
    ),
  );
});
afterEach(() => desk.close());

const mayDelete = async (by: Desk['people']['max'], id: string): Promise<boolean> =>
  (await desk.records.may(by, 'user', id)).delete;

test('nobody deletes themselves, alone or among many, and so nobody locks the last administrator out', async () => {
  const { max, ralf } = desk.people;
  expect(await mayDelete(max, max.me.id)).toBe(false);
  const gone = desk.records.remove(max, 'user', max.me.id, PLAIN);
  expect(await refusal(gone)).toMatchObject({ code: 'forbidden', params: { entity: 'user', verb: 'delete' } });
  const many = { action: 'delete', mode: 'each', ids: [max.me.id, ralf.me.id] };
  expect(await desk.records.bulk(max, 'user', many, undefined)).toMatchObject({
    ...{ done: 1, failed: 1 },
    results: [{ problem: { code: 'forbidden' } }, {}],
  });
  expect(await desk.records.me(max.me.id)).not.toBeNull();
  expect(await desk.records.me(ralf.me.id)).toBeNull();
});

test('nobody deletes a person who has a role that they may not take away', async () => {
  const { max, anna, rita } = desk.people;
  await desk.db.write((tx) => tx.run(`UPDATE "user.roles" SET "value" = 'helper' WHERE "record" = ?`, [anna.me.id]));
  const helper = await desk.caller(anna.me.id);
  expect(await mayDelete(helper, max.me.id)).toBe(false);
  expect(await refusal(desk.records.remove(helper, 'user', max.me.id, PLAIN))).toMatchObject({ code: 'forbidden' });
  expect(await mayDelete(max, anna.me.id)).toBe(false); // whose role the manager does not give
  expect(await mayDelete(max, rita.me.id)).toBe(true);
});
