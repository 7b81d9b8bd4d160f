import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESK } from '../testing/desk.yaml.ts';
import { openDesk, PLAIN, refusal, type Desk } from '../testing/open-desk.ts';

/** Requesters may neither read `internal_note` nor `team`, nor the team of a category: three ways of being closed. */
const CONDITIONS = {
  noted: 'record.internal_note == "a"',
  own_team: 'record.team.name == "Net"',
  far: 'record.category.team.name == "Net"',
  plain: 'record.subject != "q"',
} as const;
type Name = keyof typeof CONDITIONS;
const NAMES = Object.keys(CONDITIONS) as readonly Name[]; // the keys of the table

const LISTS = NAMES.map((name) => `  ${name}: { path: /${name}, list: ticket, where: '${CONDITIONS[name]}' }\n`);
const BLOCKS = NAMES.map((name) => `      ${name}: { list: ticket, where: '${CONDITIONS[name]}' }\n`);
const YAML = `${DESK}screens:
${LISTS.join('')}  secret: { path: /secret, list: ticket, roles: [manager], where: 'record.internal_note == "a"' }
  mine: { path: /mine, list: note, where: 'filled(record.text)' }
  home:
    path: /
    blocks:
${BLOCKS.join('')}`;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(YAML);
  const { rita, ralf, max } = desk.people;
  for (const [index, caller] of [rita, ralf, rita, ralf, rita, rita].entries()) {
    const category = index % 2 === 0 ? desk.cables : desk.paper;
    const { id } = await desk.records.create(caller, 'ticket', { subject: `s${String(index)}`, category }, PLAIN);
    const note = index < 3 ? 'a' : 'b';
    await desk.records.update(max, 'ticket', { idOrKey: id, body: { internal_note: note } }, PLAIN);
  }
});
afterAll(() => desk.close());

type Person = keyof Desk['people'];

async function subjects(person: Person, query: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const search = new URLSearchParams({ ...query, sort: 'number' });
  const { items } = await desk.records.list(desk.people[person], 'ticket', search);
  return items.map((item) => item['subject']);
}

test('the condition of a screen or block sees what its reader may not, on the reader’s own rows only', async () => {
  expect(await subjects('rita', { screen: 'noted' })).toEqual(['s0', 's2']);
  expect(await subjects('ralf', { screen: 'noted' })).toEqual(['s1']);
  expect(await subjects('rita', { screen: 'home.own_team' })).toEqual(['s0', 's2', 's4']);
  expect(await subjects('rita', { screen: 'noted,home.far', search: 's2' })).toEqual(['s2']);
});

test('the same condition sent by a reader is refused as before, and beside a screen too', async () => {
  const asked = { screen: 'plain', where: CONDITIONS.noted };
  expect((await refusal(subjects('rita', { where: CONDITIONS.noted }))).code).toBe('bad_where');
  expect((await refusal(subjects('rita', asked))).code).toBe('bad_where');
  expect((await refusal(subjects('rita', { screen: 'plain', 'f.internal_note': 'eq:a' }))).code).toBe('bad_parameter');
});

test('a screen that is closed, shows another entity or does not exist is refused in one and the same way', async () => {
  const names = ['secret', 'mine', 'nothing', 'home', 'home.nothing', 'ticket.record', 'noted.noted', 'constructor'];
  const refused = await Promise.all(names.map((screen) => refusal(subjects('rita', { screen }))));
  expect(refused.map(({ code, params }) => [code, params])).toEqual(
    names.map(() => ['bad_parameter', { parameter: 'screen' }]),
  );
  expect(await subjects('max', { screen: 'secret' })).toEqual(['s0', 's1', 's2']);
});

test('whatever screens are named, a reader gets those of their own rows that a manager sees on all of them', async () => {
  const seed = Date.now() % 1_000_000;
  const named = fc.uniqueArray(fc.constantFrom(...NAMES, ...NAMES.map((name) => `home.${name}`)), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(named, fc.constantFrom<Person>('rita', 'ralf', 'anna', 'olga'), async (screens, person) => {
      const own = new Set(await subjects(person, {}));
      const all = await subjects('max', { screen: screens.join() });
      const seen = await subjects(person, { screen: screens.join() });
      expect([seed, screens, seen]).toEqual([seed, screens, all.filter((one) => own.has(one))]);
    }),
    { seed, numRuns: 40 },
  );
});
