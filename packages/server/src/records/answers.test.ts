import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordValue } from '@ninefold/model';
import { DESK } from './testing/desk.yaml.ts';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

const MOVE = `
      move:
        from: new
        to: same
        by: agent
        input:
          how: { type: choice, options: [foot, van], required: true, default: foot }
          on: { type: date, default: = today, max: = date(record.due) }
          team: { type: reference, to: team, default: = record.category.team }
          helper: { type: reference, to: user, where: option.team == record.team }
          pay: { type: money, max: = record.category.hourly, required_when: record.category.billable }
        set: { details: = input.how, team: = input.team, assignee: = input.helper }
      take:`;

let desk: Desk;
let ticket: RecordValue;
beforeAll(async () => {
  desk = await openDesk(DESK.replace('\n      take:', MOVE));
  await desk.records.update(desk.people.max, 'category', { idOrKey: desk.cables, body: { hourly: '20' } }, PLAIN);
});
afterAll(() => desk.close());

const asked = async (category: string): Promise<RecordValue> =>
  desk.records.create(desk.people.rita, 'ticket', { subject: 'Move it', category }, PLAIN);
const move = (input: object) =>
  desk.records.transition(
    desk.people.anna,
    'ticket',
    { idOrKey: ticket.id, transition: 'move', body: { input } },
    PLAIN,
  );
const wrong = async (input: object): Promise<readonly string[]> =>
  (await refusal(move(input))).problems.map(({ path, code }) => `${path} ${code}`);

test('an answer that is not given is its default; one that is given blank is blank', async () => {
  ticket = await asked('Cables');
  expect(await move({ pay: '5' })).toMatchObject({ details: 'foot', team: { id: desk.net } });
  const [entry] = await desk.records.history(desk.people.anna, 'ticket', ticket.id);
  expect(entry?.input).toMatchObject({ how: 'foot', on: '2026-03-05', team: { id: desk.net }, helper: null });
  expect(await wrong({ pay: '5', how: null })).toEqual(['input.how required']);
});

test('beside a name that nobody has, everything else is told that is wrong with what was sent', async () => {
  const made = desk.records.create(
    desk.people.rita,
    'ticket',
    { subject: 'x'.repeat(121), category: 'Nothing', due: 'soon', watchers: ['nobody'], lines: [{ qty: 0 }] },
    PLAIN,
  );
  const told = (call: Promise<unknown>) =>
    refusal(call).then(({ problems }) => problems.map(({ path, code }) => `${path} ${code}`));
  expect(await told(made)).toEqual([
    'category no_such_record',
    'watchers[0] no_such_record',
    'subject too_long',
    'due bad_datetime',
    'lines[0].item required',
    'lines[0].qty too_small',
  ]);
  const { id } = await asked('Cables');
  const change = { category: 'Nothing', details: 5, internal_note: 'x' };
  const changed = desk.records.update(desk.people.anna, 'ticket', { idOrKey: id, body: change }, PLAIN);
  expect(await told(changed)).toEqual(['category no_such_record', 'details bad_type']);
});

test('conditions and bounds of answers read the record', async () => {
  ticket = await asked('Cables');
  expect(await wrong({})).toEqual(['input.pay required']);
  expect(await wrong({ pay: '20.01' })).toEqual(['input.pay too_big']);
  expect(await wrong({ pay: '20', on: '2026-03-08' })).toEqual(['input.on too_late']);
  expect(await wrong({ pay: '20', helper: desk.people.olga.me.id })).toEqual(['input.helper not_offered']);
  const helper = desk.people.anna.me.id;
  expect(await move({ pay: '20', on: '2026-03-07', helper })).toMatchObject({ assignee: { id: helper } });
});
