import type { RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from '../testing/open-desk.ts';

const CLAIMS = `
ninefold: 1
purpose: { name: desk, languages: [en], time_zone: Europe/Berlin }
entities:
  team: { title: "{{name}}", key: name, fields: { name: { type: string, required: true } } }
  category:
    title: "{{name}}"
    key: name
    fields: { name: { type: string, required: true }, team: { type: reference, to: team }, billable: { type: boolean } }
  user: { fields: { team: { type: reference, to: team } } }
  claim: { title: "{{name}}", fields: { name: { type: string }, hard: { type: boolean }, said: { type: string } } }
roles:
  agent: { claim: all }
  manager: { team: all, category: all, claim: all, user: { read: true, update: true, grant: [agent, manager] } }
states:
  claim:
    initial: new
    states: { new: {}, shut: { final: true } }
    transitions:
      close:
        from: new
        to: shut
        by: [manager]
        input:
          why: { type: choice, options: [done, other], required: true }
          other: { type: text, required: true, visible_when: input.why == "other" || record.hard }
          kind: { type: reference, to: category }
          cost: { type: integer, default: 7, required_when: true, visible_when: input.kind.billable }
          team: { type: reference, to: team, default: = input.kind.team }
        set: { said: '= or_else(input.other, "nothing") + " " + or_else(text(input.cost), "free") + " " + or_else(input.team.name, "nobody")' }
`;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(CLAIMS);
});
afterAll(() => desk.close());

async function close(input: object, values: object = {}): Promise<RecordValue> {
  const { max } = desk.people;
  const { id } = await desk.records.create(max, 'claim', { name: 'a', ...values }, PLAIN);
  return desk.records.transition(max, 'claim', { idOrKey: id, transition: 'close', body: { input } }, PLAIN);
}

test('an answer that is hidden is blank, is not required, and its default does not arrive', async () => {
  expect((await close({ why: 'done' }))['said']).toBe('nothing free nobody');
  expect((await close({ why: 'other', other: 'lost' }))['said']).toBe('lost free nobody');
  expect((await close({ why: 'done', kind: 'Paper' }))['said']).toBe('nothing free Print');
});

test('what decides about it is loaded: an answer before it, and the record', async () => {
  expect((await close({ why: 'done', kind: 'Cables' }))['said']).toBe('nothing 7 Net');
  expect((await close({ why: 'done', kind: 'Cables', cost: 3 }))['said']).toBe('nothing 3 Net');
  const problems = (await refusal(close({ why: 'done' }, { hard: true }))).problems;
  expect(problems).toMatchObject([{ path: 'input.other', code: 'required' }]);
});

test('an answer that is sent although it is hidden is refused; a blank one is not', async () => {
  const sent = { why: 'done', other: 'x', kind: 'Paper', cost: 3 };
  expect((await refusal(close(sent))).problems).toMatchObject([
    { path: 'input.other', code: 'hidden_field' },
    { path: 'input.cost', code: 'hidden_field' },
  ]);
  expect((await close({ why: 'done', other: '', cost: null }))['said']).toBe('nothing free nobody');
});

test('the history keeps no hidden answer', async () => {
  const { id } = await close({ why: 'done', kind: 'Paper' });
  const events = await desk.records.history(desk.people.max, 'claim', id);
  const [fired] = events.filter(({ kind }) => kind === 'transition');
  expect(fired?.input).toMatchObject({ why: 'done', other: null, cost: null });
});
