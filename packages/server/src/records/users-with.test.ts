import { afterAll, beforeAll, expect, test } from 'vitest';
import { compile } from '@ninefold/spec';
import { loadData } from '../data/load-data.ts';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';
import { DESK } from './testing/desk.yaml.ts';

const MATTER = `  matter:
    title: "{{name}}"
    fields:
      name: { type: string, required: true }
      about: { type: reference, to: user, where: option in users_with(agent) }
      first: { type: reference, to: user, default: = first(users_with(manager)) }
      many: { type: boolean, computed: size(users_with(agent)) > 2 }
      teams: { type: integer, computed: "size(users_with(agent).filter(u, u.team == record.about.team))" }
`;
const RULE = `  matter:
    led: { check: record.first in users_with(manager), at: first, message: Not a manager. }
`;

let desk: Desk;
const YAML = DESK.replace('  note:\n', `${MATTER}  note:\n`)
  .replace('rules:\n', `rules:\n${RULE}`)
  .replace('    asset: all\n', '    asset: all\n    matter: all\n')
  .replace('    note: all\n', '    note: all\n    matter: { read: record.about in users_with(manager) }\n')
  .replace('grant: [agent, requester]', 'grant: [agent, requester], delete: true');
beforeAll(async () => {
  desk = await openDesk(YAML);
});
afterAll(() => desk.close());

const create = async (body: object) => {
  const { max } = desk.people;
  return desk.records.create(await desk.caller(max.me.id), 'matter', { name: 'A', ...body }, PLAIN);
};
const id = (name: keyof Desk['people']) => desk.people[name].me.id;

test('a default, a rule, a picker and a live value ask the people of a role, included roles among them', async () => {
  const { max } = desk.people;
  const made = await create({ about: id('anna') });
  expect(made).toMatchObject({ first: { id: id('max') }, many: true, teams: 1 });
  expect(await refusal(create({ about: id('rita') }))).toMatchObject({ code: 'invalid' });
  expect(await create({ about: id('max') })).toMatchObject({ about: { id: id('max') } });
  const wrong = await refusal(create({ first: id('anna') }));
  expect(wrong.problems).toMatchObject([{ path: 'first', code: 'matter.led' }]);
  const where = new URLSearchParams({ where: 'record.many && record.teams == 1' });
  expect((await desk.records.list(max, 'matter', where)).items).toHaveLength(2);
});

test('a row condition asks them in the database, and who is inactive is not among them', async () => {
  const anna = await desk.caller(id('anna'));
  const rows = async () => (await desk.records.list(anna, 'matter', new URLSearchParams())).items;
  expect(await rows()).toHaveLength(1);
  await desk.db.write((tx) => tx.run('UPDATE "user" SET "active" = FALSE WHERE "id" = ?', [id('max')]));
  expect(await rows()).toHaveLength(0);
  await desk.db.write((tx) => tx.run('UPDATE "user" SET "active" = TRUE WHERE "id" = ?', [id('max')]));
});

test("a caller's own condition does not see who has which role", async () => {
  const where = new URLSearchParams({ where: 'record.first in users_with(manager)' });
  expect(await refusal(desk.records.list(desk.people.max, 'matter', where))).toMatchObject({ code: 'bad_where' });
});

test('rules over data files ask them, too', async () => {
  const files = (first: string) => [
    { path: 'app.yaml', text: YAML },
    {
      path: 'data/user.csv',
      text: 'email,name,roles,active\neva@x.test,Eva,manager,true\nina@x.test,Ina,agent,true\n',
    },
    { path: 'data/matter.csv', text: `name,first\nA,${first}\n` },
  ];
  const load = (first: string) => {
    const { application, issues } = compile(files(first));
    if (!application) throw new Error(JSON.stringify(issues));
    return loadData(desk.db, application, { demo: false, now: desk.now });
  };
  await expect(load('ina@x.test')).rejects.toMatchObject({ problems: [{ field: 'first', code: 'matter.led' }] });
  await expect(load('eva@x.test')).resolves.toMatchObject({ created: 3 });
});
