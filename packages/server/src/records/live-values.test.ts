import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESK } from './testing/desk.yaml.ts';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

/** Rules that read a live value: no stored record has one. */
const YAML = DESK.replace(
  'rules:\n',
  `rules:
  note:
    not_shouted: { reject_when: record.shouted }
`,
)
  .replace(
    '      text: { type: string, required: true }\n',
    `      text: { type: string, required: true }
      noted: { type: date }
      shouted: { type: boolean, computed: 'record.noted < today && record.text == "A"' }
`,
  )
  .replace(
    '    urgent_needs_details:',
    `    in_time: { when: transition == "take", check: '!record.late && record.subject != "late"' }
    urgent_needs_details:`,
  );

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(YAML);
});
afterAll(() => desk.close());

test('a rule reads a live value on a transition that changes nothing else, whether it is true or false', async () => {
  const { rita, anna } = desk.people;
  const take = async (subject: string): Promise<unknown> => {
    const { id } = await desk.records.create(rita, 'ticket', { subject, category: desk.cables }, PLAIN);
    return desk.records.transition(anna, 'ticket', { idOrKey: id, transition: 'take', body: {} }, PLAIN);
  };
  expect(await take('in time')).toMatchObject({ state: 'open', late: false });
  expect((await refusal(take('late'))).problems.map(({ code }) => code)).toEqual(['ticket.in_time']);
  const { id } = await desk.records.create(rita, 'ticket', { subject: 'old', category: desk.cables }, PLAIN);
  desk.now = '2026-03-09T12:00:00.000Z';
  const late = desk.records.transition(anna, 'ticket', { idOrKey: id, transition: 'take', body: {} }, PLAIN);
  expect((await refusal(late)).problems.map(({ code }) => code)).toEqual(['ticket.in_time']);
});

test('a rule reads it on a change of another field too', async () => {
  const { rita, anna } = desk.people;
  const { id: ticket } = await desk.records.create(rita, 'ticket', { subject: 's', category: desk.cables }, PLAIN);
  const { id } = await desk.records.create(anna, 'note', { ticket, text: 'b', noted: '2026-01-01' }, PLAIN);
  await desk.records.update(anna, 'note', { idOrKey: id, body: { noted: '2026-01-02' } }, PLAIN);
  const shouted = desk.records.update(anna, 'note', { idOrKey: id, body: { text: 'A' } }, PLAIN);
  expect((await refusal(shouted)).problems.map(({ code }) => code)).toEqual(['note.not_shouted']);
});

test('a guard and a row condition read it of a record that nobody changes', async () => {
  const own = await openDesk(
    DESK.replace('when: filled(record.details)', 'when: record.late').replace(
      'read: record.requester == user || user in record.watchers',
      'read: record.late && record.requester == user',
    ),
  );
  try {
    const { rita, anna } = own.people;
    const { id } = await own.records.create(rita, 'ticket', { subject: 's', category: own.cables }, PLAIN);
    await own.records.transition(anna, 'ticket', { idOrKey: id, transition: 'take', body: {} }, PLAIN);
    const resolve = { idOrKey: id, transition: 'resolve', body: { input: { why: 'x' } } };
    const verdict = async (): Promise<string | undefined> => {
      const { transitions } = await own.records.may(anna, 'ticket', id);
      return transitions.find((one) => one.id === 'resolve')?.verdict;
    };
    expect(await verdict()).toBe('blocked');
    expect((await refusal(own.records.transition(anna, 'ticket', resolve, PLAIN))).code).toBe('guard_failed');
    expect((await refusal(own.records.may(rita, 'ticket', id))).code).toBe('not_found');
    own.now = '2026-03-09T12:00:00.000Z';
    expect(await verdict()).toBe('allowed');
    expect(await own.records.may(rita, 'ticket', id)).toMatchObject({ update: false });
    expect(await own.records.transition(anna, 'ticket', resolve, PLAIN)).toMatchObject({ state: 'resolved' });
  } finally {
    await own.close();
  }
});

test('a rule, `editable_when` and a grant read it of the record as it was before a change', async () => {
  const own = await openDesk(
    YAML.replace(
      '    not_shouted:',
      `    not_late_any_more: { reject_when: before.aged && !record.aged }
    not_shouted:`,
    ).replace(
      '      noted: { type: date }\n',
      `      noted: { type: date }
      aged: { type: boolean, computed: record.noted < today }
      free: { type: string, editable_when: '!before.aged' }
`,
    ),
  );
  try {
    const { rita, anna } = own.people;
    const { id: ticket } = await own.records.create(rita, 'ticket', { subject: 's', category: own.cables }, PLAIN);
    const noteOf = async (noted: string): Promise<string> =>
      (await own.records.create(anna, 'note', { ticket, text: 'b', noted, free: 'x' }, PLAIN)).id;
    const [old, young] = [await noteOf('2026-01-01'), await noteOf('2030-01-01')];
    const change = (idOrKey: string, body: Record<string, string>): Promise<unknown> =>
      own.records.update(anna, 'note', { idOrKey, body }, PLAIN);
    expect(await change(young, { free: 'y', noted: '2031-01-01' })).toMatchObject({ free: 'y', aged: false });
    expect((await refusal(change(old, { free: 'y' }))).problems.map(({ code }) => code)).toEqual(['read_only_field']);
    const younger = await refusal(change(old, { noted: '2031-01-01' }));
    expect(younger.problems.map(({ code }) => code)).toEqual(['note.not_late_any_more']);
    expect(await change(old, { noted: '2026-01-02' })).toMatchObject({ aged: true });
  } finally {
    await own.close();
  }
});
