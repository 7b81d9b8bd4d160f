// A record that the conditions of grants do not allow is forbidden; a name that nobody may send is told as such.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from '../testing/open-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk }
entities:
  user: { fields: { team: { type: reference, to: team } } }
  team: { title: name, key: name, fields: { name: { type: string, required: true } } }
  category: { title: name, key: name, fields: { name: { type: string, required: true }, team: { type: reference, to: team }, billable: { type: boolean } } }
  ticket:
    title: subject
    fields:
      subject: { type: string, required: true, max: 10 }
      requester: { type: reference, to: user, default: = user }
      cost: { type: integer }
      note: { type: string }
      secret: { type: string, closed: true }
      sum: { type: integer, computed: record.cost * 2 }
roles:
  clerk:
    members: everyone
    ticket:
      - { create: record.requester == user, read: record.requester == user, update: record.requester == user, fields: { note: none } }
      - { create: record.cost == 1, update: record.cost == 1, fields: { others: none, cost: write, note: write } }
    user: { refer: true }
  agent: { includes: clerk }
  manager: { includes: clerk, ticket: { create: true, read: true, update: true, fields: { secret: write } }, team: all, category: all, user: { read: true, update: true, grant: [agent, manager] } }
`;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(SPECIFICATION);
});
afterAll(() => desk.close());

const create = async (values: object) => {
  const refused = await refusal(desk.records.create(desk.people.rita, 'ticket', values, PLAIN));
  return [refused.code, refused.problems.map(({ path, code }) => `${path} ${code}`)];
};
const ralf = () => desk.people.ralf.me.id;

test('a record in the name of another is forbidden as a whole', async () => {
  expect(await create({ subject: 'a', requester: ralf() })).toEqual(['forbidden', []]);
  expect(await create({ subject: 'a', requester: ralf(), cost: 5, note: 'x' })).toEqual(['forbidden', []]);
});

test('what would be wrong all the same is told, so that a misspelt name is found', async () => {
  expect(await create({ subjet: 'a', requester: ralf() })).toEqual(['invalid', ['subjet unknown_field']]);
  expect(await create({ secret: 'a', requester: ralf() })).toEqual(['invalid', ['secret unknown_field']]);
  expect(await create({ sum: 1, requester: ralf() })).toEqual(['invalid', ['sum read_only_field']]);
  expect(await create({ subject: 'a', requester: 'nobody' })).toEqual(['invalid', ['requester no_such_record']]);
});

test('a field that may be sent with other records is forbidden, and not unknown', async () => {
  expect(await create({ subject: 'a', note: 'x' })).toEqual(['forbidden_field', ['note forbidden_field']]);
  expect(await create({ note: 'x', subject: 'a', secret: 'b' })).toEqual([
    'forbidden_field',
    ['note forbidden_field', 'secret unknown_field'],
  ]);
});

test('the same holds for a change', async () => {
  const { records, people } = desk;
  const { id } = await records.create(people.rita, 'ticket', { subject: 'mine' }, PLAIN);
  const update = async (body: object) => {
    const refused = await refusal(records.update(people.rita, 'ticket', { idOrKey: id, body }, PLAIN));
    return [refused.code, refused.problems.map(({ path, code }) => `${path} ${code}`)];
  };
  expect(await update({ requester: ralf() })).toEqual(['forbidden', []]);
  expect(await update({ note: 'x' })).toEqual(['forbidden_field', ['note forbidden_field']]);
  expect(await update({ secret: 'x' })).toEqual(['invalid', ['secret unknown_field']]);
  expect(await update({ sum: 4 })).toEqual(['invalid', ['sum read_only_field']]);
});
