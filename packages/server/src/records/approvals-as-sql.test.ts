// A list tells for every way of naming the people who approve, and whatever else approvals say, of which records one awaits the reader.
import { rightsFor } from '@ninefold/model';
import { compile } from '@ninefold/spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';

const FORMS = [
  'of: record.helpers',
  'of: users_with(boss)',
  'of: record.owner',
  'of: record.owner.lead',
  'of: "[record.owner, record.owner.lead]"',
  'of: "[record.owner, record.owner]", need: 1',
  'of: "record.helpers.filter(h, h.rank > 1)"',
  'of: "record.size > 3 ? record.helpers : users_with(boss)"',
  'of: "record.size > 3 ? record.owner : record.owner.lead"',
  'of: record.did.send',
  'of: first(record.helpers)',
  'of: record.team.members',
  'of: "ancestors(record.team).map(t, t.head)"',
  'of: "users_with(boss).filter(b, b.team == record.team)"',
  'of: "record.team.members.filter(m, m.lead in record.helpers)"',
  'of: "record.team.members.map(m, m.lead)", need: any',
  'of: "record.day < today ? record.owner : record.owner.lead"',
  'of: "users_with(boss).filter(b, b.rank >= limits.rank)"',
  'of: record.helpers, ordered: true, substitute: approver.lead',
  'of: "record.helpers.filter(h, filled(h.lead))", need: 2, ordered: true, substitute: approver.team.members, escalate: { after: = days(3), to: approver.lead }',
];

/** Each form of an entity of its own; all that one person may fill in is filled in differently in each record. */
function specification(forms: readonly string[]): string {
  const names = forms.map((_, index) => `plan_${String(index)}`);
  const fields = `{ name: { type: string }, owner: { type: reference, to: user }, helpers: { type: references, to: user }, size: { type: integer }, day: { type: date }, team: { type: reference, to: team } }`;
  return `ninefold: 1
purpose: { name: forms, languages: [en] }
entities:
  team: { tree: above, fields: { name: { type: string }, above: { type: reference, to: team }, head: { type: reference, to: user } } }
  user: { title: name, fields: { lead: { type: reference, to: user }, rank: { type: integer }, team: { type: reference, to: team, inverse: members } } }
${names.map((name) => `  ${name}: { title: name, fields: ${fields} }\n`).join('')}states:
${names
  .map(
    (name, index) => `  ${name}:
    initial: draft
    states: { draft: {}, sent: {}, done: { final: true } }
    transitions:
      send: { from: draft, to: sent, by: clerk }
      agree: { from: sent, to: done, by: clerk, when: record.size != user.rank + 1, approvals: { ${forms[index] ?? ''} } }
`,
  )
  .join('')}roles:
  clerk: { members: everyone, team: all, user: { read: true, update: true }${names.map((name) => `, ${name}: all`).join('')} }
  boss: { includes: clerk }
limits: { rank: { type: integer, value: 2 } }
`;
}

const NAMES = ['ann', 'ben', 'cem', 'dee', 'eve'] as const;
const NOW = '2026-03-05T12:00:00.000Z';
const { model } = applicationOf(specification(FORMS));
let db: Database;
let records: Records;
let people: readonly Caller[];

beforeAll(async () => {
  db = await openTestDatabase();
  await migrate(db, model);
  records = createRecords(db, model, () => NOW);
  const ids: string[] = [];
  for (const [index, name] of NAMES.entries())
    ids.push(
      await records.addUser({ name, email: `${name}@x.test`, language: null, roles: index % 2 ? ['boss'] : [] }),
    );
  const callers = async (): Promise<Caller[]> => {
    const usersWith = await records.usersWith();
    return Promise.all(
      ids.map(async (id) => {
        const me = await records.me(id);
        if (!me) throw new Error(`nobody is ${id}`);
        return { me, rights: rightsFor(model, me.roles), via: 'call', usersWith } as const;
      }),
    );
  };
  const [god] = await callers();
  if (!god) throw new Error('nobody');
  const top = await records.create(god, 'team', { name: 'top', head: ids[1] }, PLAIN);
  const low = await records.create(god, 'team', { name: 'low', above: top.id, head: ids[2] }, PLAIN);
  for (const [index, id] of ids.entries()) {
    const body = { lead: index < 4 ? ids[index + 1] : null, rank: index, team: index % 2 ? top.id : low.id };
    await records.update(god, 'user', { idOrKey: id, body }, PLAIN);
  }
  people = await callers();
  for (const entity of FORMS.map((_, index) => `plan_${String(index)}`)) {
    for (let n = 0; n < 4; n += 1) {
      const helpers = ids
        .filter((_, index) => (index + n) % 3 > 0)
        .toSorted((a, b) => (n % 2 ? a.localeCompare(b) : 0));
      const own = { name: String(n), owner: ids[n] ?? null, size: n, day: n % 2 ? '2026-03-01' : '2026-04-01' };
      const maker = people[(n * 2) % 5] ?? god;
      const { id } = await records.create(maker, entity, { ...own, helpers, team: n % 3 ? low.id : top.id }, PLAIN);
      const send = { idOrKey: id, transition: 'send', body: {} };
      await records.transition(people[n] ?? god, entity, send, PLAIN);
    }
  }
});
afterAll(() => db.close());

test.each(FORMS.map((form, index) => [form, `plan_${String(index)}`] as const))(
  'what awaits somebody with “%s” is found by a statement',
  async (_, entity) => {
    const seen = new Set<number>();
    for (let round = 0; round < 2; round += 1) {
      for (const caller of round === 0 ? people : people.slice(0, 2)) {
        const { items } = await records.list(caller, entity, new URLSearchParams({ size: '50', sort: 'name' }));
        const open: unknown[] = [];
        for (const { id, name } of items) {
          const panel = await records.approvals(caller, entity, String(id));
          if (panel.some(({ mine }) => mine === 'press')) open.push(name);
        }
        const found = await records.list(caller, entity, new URLSearchParams({ awaited: 'me', sort: 'name' }));
        expect([caller.me.name, ...found.items.map(({ name }) => name)]).toEqual([caller.me.name, ...open]);
        seen.add(open.length);
      }
      // a press of each who may, so that some are missing in the next round
      for (const caller of people.slice(0, 3)) {
        const { items } = await records.list(caller, entity, new URLSearchParams({ awaited: 'me', size: '2' }));
        for (const { id } of items)
          await records.transition(caller, entity, { idOrKey: String(id), transition: 'agree', body: {} }, PLAIN);
      }
    }
    expect(seen.size).toBeGreaterThan(1);
  },
);

test.each([
  'of: \'record.helpers.filter(h, matches(h.name, "^a"))\'',
  'of: record.helpers, substitute: \'matches(approver.name, "^a") ? approver.lead : approver\'',
  'of: record.helpers, escalate: { after: = days(1), to: \'matches(approver.name, "^a") ? approver.lead : approver\' }',
])('whom no statement can find is told: %s', (form) => {
  const { issues } = compile([{ path: 'app.yaml', text: specification([form]) }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toMatchObject([
    { id: 'NF0526', params: { name: 'matches' } },
  ]);
});
