// Also in the portable form: writes.
import type { RecordValue } from '@ninefold/model';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadData } from '../../data/load-data.ts';
import { openDesk, PLAIN, refusal, type Desk } from '../testing/open-desk.ts';
import { compile } from '@ninefold/spec';
import { DESK } from '../testing/desk.yaml.ts';

const ORDERS = `  order:
    title: "{{number}}"
    fields:
      number: { type: sequence, pattern: "O-{yyyy}-{000}", given: submit }
      draft: { type: sequence, pattern: "D-{0}" }
      label: { type: string, computed: '"No. " + record.number' }
      sum: { type: integer }
`;
const STATES = `  order:
    initial: new
    states: { new: {}, sent: {}, done: { final: true } }
    transitions:
      submit: { from: new, to: sent, by: manager, when: record.sum > 0, set: { sum: = record.sum + 1 } }
      back: { from: sent, to: new, by: manager }
`;
const YAML = DESK.replace('  team:\n    title', `${ORDERS}  team:\n    title`)
  .replace('states:\n', `states:\n${STATES}`)
  .replace('    category: all\n', '    category: all\n    order: all\n')
  .replace('rules:\n', 'rules:\n  order:\n    small: { check: record.sum < 100, message: Too much }\n');

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk(YAML);
});
afterEach(() => desk.close());

const make = (sum: number): Promise<RecordValue> => desk.records.create(desk.people.max, 'order', { sum }, PLAIN);
const press = (id: string, transition: string): Promise<RecordValue> =>
  desk.records.transition(desk.people.max, 'order', { idOrKey: id, transition, body: {} }, PLAIN);

it('draws the number when its transition fires, once, and computes what reads it', async () => {
  const [first, second] = [await make(1), await make(2)];
  expect([first, second].map((one) => [one['number'], one['draft']])).toEqual([
    [null, 'D-1'],
    [null, 'D-2'],
  ]);
  expect(await press(second.id, 'submit')).toMatchObject({ number: 'O-2026-001', label: 'No. O-2026-001', sum: 3 });
  expect(await press(first.id, 'submit')).toMatchObject({ number: 'O-2026-002' });
  await press(second.id, 'back');
  expect(await press(second.id, 'submit')).toMatchObject({ number: 'O-2026-001' });
  const history = await desk.records.history(desk.people.max, 'order', first.id);
  expect(JSON.stringify(history)).toContain('O-2026-002');
});

it('leaves no gap where the transition is refused', async () => {
  const [never, tooMuch, good] = [await make(0), await make(99), await make(1)];
  expect((await refusal(press(never.id, 'submit'))).code).toBe('guard_failed');
  expect((await refusal(press(tooMuch.id, 'submit'))).problems[0]?.code).toBe('order.small');
  expect(await press(good.id, 'submit')).toMatchObject({ number: 'O-2026-001' });
});

it('gives every one of many that fire at once a number of its own', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => make(1)));
  const sent = await Promise.all(made.map(({ id }) => press(id, 'submit')));
  expect(sent.map((one) => String(one['number'])).toSorted()).toEqual(
    Array.from({ length: 6 }, (_, index) => `O-2026-00${String(index + 1)}`),
  );
});

it('counts on from data files and leaves rows without a number alone', async () => {
  const { application } = compile([
    { path: 'app.yaml', text: YAML },
    { path: 'data/order.csv', text: 'id,number,sum,state\na,O-2026-007,1,sent\nb,,1,new\n' },
  ]);
  if (!application) throw new Error('the fixture is wrong');
  await loadData(desk.db, application, { demo: false, now: desk.now });
  const { items } = await desk.records.list(desk.people.max, 'order', new URLSearchParams('sort=draft'));
  expect(items.map((one) => one['number'])).toEqual(['O-2026-007', null]);
  expect(await press((await make(1)).id, 'submit')).toMatchObject({ number: 'O-2026-008' });
});
