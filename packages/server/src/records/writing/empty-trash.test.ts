// Also in the portable form: writes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from '../testing/open-desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

async function trashed(what: 'category' | 'team', name: string, values: object = {}): Promise<string> {
  const { max } = desk.people;
  const made = await desk.records.create(max, what, { name, ...values }, PLAIN);
  return made.id;
}

const isThere = async (entity: string, id: string): Promise<boolean> =>
  (await desk.db.read.all(`SELECT 1 FROM "${entity}" WHERE "id" = ?`, [id])).length === 1;

test('what has been in the trash for longer than its days goes, and what only that held goes with it', async () => {
  const { max, rita } = desk.people;
  const team = await trashed('team', 'Old team');
  const category = await trashed('category', 'Old category', { team });
  const kept = await trashed('category', 'Kept category', { team: desk.net });
  const ticket = await desk.records.create(rita, 'ticket', { subject: 'Old', category, lines: [{ item: 'a' }] }, PLAIN);
  const note = await desk.records.create(max, 'note', { ticket: ticket.id, text: 'Old note' }, PLAIN);
  desk.now = '2026-03-06T12:00:00.000Z';
  await desk.records.remove(max, 'ticket', ticket.id, PLAIN);
  await desk.records.remove(max, 'category', category, PLAIN);
  await desk.records.remove(max, 'team', team, PLAIN);
  desk.now = '2026-03-07T12:00:00.000Z';
  await desk.records.remove(max, 'category', kept, PLAIN);

  desk.now = '2026-04-05T11:59:00.000Z';
  expect(await desk.records.emptyTrash()).toBe(0);
  desk.now = '2026-04-05T12:01:00.000Z';
  // The team is held by the category, the category by the ticket, and the ticket by its note.
  expect(await desk.records.emptyTrash()).toBe(4);
  const left = [
    await isThere('ticket', ticket.id),
    await isThere('note', note.id),
    await isThere('category', category),
  ];
  expect([...left, await isThere('team', team), await isThere('category', kept)]).toEqual([
    ...[false, false, false],
    ...[false, true],
  ]);
  expect((await refusal(desk.records.restore(max, 'ticket', ticket.id, PLAIN))).code).toBe('not_found');
  expect(await desk.records.restore(max, 'category', kept, PLAIN)).toMatchObject({ id: kept });
  desk.now = '2027-01-01T00:00:00.000Z';
  expect(await desk.records.emptyTrash()).toBe(0);
});

test('what a record outside of the trash refers to stays', async () => {
  const { max } = desk.people;
  const made = await desk.records.create(max, 'team', { name: 'Held', lead: desk.people.anna.me.id }, PLAIN);
  await desk.db.write(async (tx) => {
    await tx.run(`UPDATE "user" SET "trashed_at" = '2020-01-01T00:00:00.000Z' WHERE "id" = ?`, [
      desk.people.anna.me.id,
    ]);
  });
  expect(await desk.records.emptyTrash()).toBe(0);
  expect(await isThere('user', desk.people.anna.me.id)).toBe(true);
  expect(await isThere('team', made.id)).toBe(true);
});
