import { narrow, withShownBlocks, type Model } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { narrowTexts } from '../locales/narrow-texts.ts';
import { scopeOf } from '../records/context/context.ts';
import type { Caller, Records } from '../records/context/records.ts';
import { DESK } from '../records/testing/desk.yaml.ts';
import { openDesk, PLAIN, refusal, type Desk } from '../records/testing/open-desk.ts';
import { blockCounts } from './block-counts.ts';

/** Everybody may export what they may read. */
const EXPORTED = DESK.replace(
  '      update: record.requester == user && record.state == "new"\n',
  (line) => `${line}      export: record.requester == user || user in record.watchers\n`,
).replace(
  'ticket: { read: record.team == user.team, update',
  'ticket: { export: true, read: record.team == user.team, update',
);

const YAML = `${EXPORTED}limits:
  opens: { type: date, value: 2026-03-06 }
screens:
  home:
    path: /
    blocks:
      all: { count: ticket }
      agents: { count: ticket, roles: [agent] }
      net: { list: ticket, where: record.priority == "low", visible_when: user.team.name == "Net" }
      later: { count: ticket, visible_when: today >= limits.opens }
      never: { count: ticket, roles: [agent], visible_when: 'user.name == "nobody"' }
`;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(YAML);
  await desk.records.create(desk.people.rita, 'ticket', { subject: 'Chair', category: desk.cables }, PLAIN);
});
afterAll(() => desk.close());

type Person = keyof Desk['people'];
const scope = (caller: Caller) => scopeOf({ model: desk.model, clock: () => desk.now }, caller);

/** The names of the counts that a person gets, and of the entities that were counted for them. */
async function counted(person: Person): Promise<{ readonly names: readonly string[]; readonly queries: number }> {
  const caller = desk.people[person];
  let queries = 0;
  const counting: Pick<Records, 'count'> = {
    count: (...call) => {
      queries += 1;
      return desk.records.count(...call);
    },
  };
  return { names: Object.keys(await blockCounts(desk.model, counting, caller, scope(caller))), queries };
}

const modelOf = (person: Person): Model => {
  const caller = desk.people[person];
  return withShownBlocks(narrow(desk.model, caller.rights), desk.model, scope(caller));
};

function blocksOf(model: Model): readonly string[] {
  const home = model.screens.find(({ id }) => id === 'home');
  return home?.kind === 'blocks' ? home.blocks.map(({ id }) => id) : [];
}

test.each<readonly [Person, readonly string[]]>([
  ['rita', ['all']],
  ['anna', ['all', 'agents', 'net']],
  ['olga', ['all', 'agents']],
])('the model of %s holds the blocks that they see now: %s', (person, blocks) => {
  expect(blocksOf(modelOf(person))).toEqual(blocks);
});

test('nothing of a block that is not seen leaves the server, neither condition nor name', () => {
  const told = JSON.stringify(modelOf('rita').screens);
  for (const secret of ['agents', 'later', 'never', 'nobody', 'Net', 'low']) expect(told).not.toContain(secret);
  const labels = Object.fromEntries(['all', 'agents', 'never'].map((id) => [id, { label: id }]));
  const texts = { screens: { home: { label: 'Home', blocks: labels } } };
  const narrowed = narrowTexts(texts, narrow(desk.model, desk.people.rita.rights));
  expect(narrowed).toEqual({ screens: { home: { label: 'Home', blocks: { all: { label: 'all' } } } } });
});

test('the query of a block that is not seen does not run', async () => {
  expect(await counted('rita')).toEqual({ names: ['home.all'], queries: 1 });
  expect(await counted('anna')).toEqual({ names: ['home.all', 'home.agents'], queries: 2 });
});

const CALLS: Readonly<Record<string, (caller: Caller, screen: string) => Promise<unknown>>> = {
  list: (caller, screen) => desk.records.list(caller, 'ticket', new URLSearchParams({ screen })),
  group: (caller, screen) => desk.records.group(caller, 'ticket', new URLSearchParams({ group: 'priority', screen })),
  export: async (caller, screen) => {
    const found = [];
    const pages = desk.records.export(caller, 'ticket', new URLSearchParams({ screen }), { named: false, most: null });
    for await (const page of pages) found.push(...page);
    return found;
  },
  bulk: (caller, screen) => {
    const list = { query: new URLSearchParams({ screen }).toString(), count: 0 };
    return desk.records.bulk(caller, 'ticket', { action: 'update', values: { subject: 'x' }, list }, undefined);
  },
};

test.each(Object.keys(CALLS))(
  'the name of a block that is not seen is refused as one that is not there: %s',
  async (name) => {
    const refused = async (person: Person, screen: string): Promise<unknown> => {
      const { code, params } = await refusal(CALLS[name]?.(desk.people[person], screen) ?? Promise.resolve());
      return [code, params];
    };
    const nothing = await refused('rita', 'home.nothing');
    expect(nothing).toEqual(['bad_parameter', { parameter: 'screen' }]);
    for (const block of ['agents', 'net', 'later', 'never'])
      expect(await refused('rita', `home.${block}`)).toEqual(nothing);
    expect(await refused('olga', 'home.net')).toEqual(nothing);
    expect(await CALLS[name]?.(desk.people.anna, 'home.net')).toBeTypeOf('object');
  },
);

test('a block appears on its day', async () => {
  desk.now = '2026-03-06T12:00:00.000Z';
  expect(blocksOf(modelOf('rita'))).toEqual(['all', 'later']);
  expect((await counted('rita')).names).toEqual(['home.all', 'home.later']);
  desk.now = '2026-03-05T12:00:00.000Z';
});
