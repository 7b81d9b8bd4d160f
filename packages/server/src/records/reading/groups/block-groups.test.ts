import {
  type BlockGroup,
  type BlockGroups,
  type GroupedBlock,
  groupFilters,
  groupsOfBlock,
  isMap,
  narrowBlock,
  parseDecimal,
  periodOf,
  periodsOfTrend,
  type RecordValue,
  todayIn,
  type Wire,
} from '@ninefold/model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../costs/seeded-random.ts';
import { DESK } from '../../testing/desk.yaml.ts';
import { openDesk, PLAIN, refusal, type Desk } from '../../testing/open-desk.ts';

const SEED = Number(process.env['NINEFOLD_PROVE_SEED'] ?? Date.now() % 1e6);

/** Blocks over everything that records can be grouped by and measured. */
const BLOCKS: Readonly<Record<string, string>> = {
  by_state: 'chart: ticket',
  by_priority: 'chart: ticket, group_by: priority, show: { cost: sum(record.cost) }, sort: [-cost], rows: 2',
  by_category:
    'table: ticket, group_by: [category], show: { n: count(), cost: sum(record.cost), mean: avg(record.cost), most: max(record.total) }',
  by_team:
    'table: ticket, group_by: [team, state], show: { total: sum(record.total), first: min(record.due) }, sort: [team, -total], rows: 4',
  by_asker: 'table: ticket, group_by: [requester], sort: [-requester]',
  by_room: 'table: ticket, group_by: [place.room, place.open], show: { floors: sum(record.place.floor) }, rows: 5',
  by_week: 'chart: ticket, group_by: [due:week], rows: 4',
  by_day: 'chart: ticket, group_by: due, show: { cost: sum(record.cost) }, rows: 6',
  by_month: 'chart: ticket, group_by: [place.since:month]',
  by_year: 'table: ticket, group_by: [place.since:year, due:month]',
  created: 'chart: ticket, group_by: [created_at:week]',
  dear: 'table: ticket, group_by: [= record.cost > 20, = record.category.name], show: { cost: sum(record.cost * 2) }',
  floors: 'table: ticket, group_by: ["= div(record.place.floor, 2)"], show: { half: avg(record.cost / 2) }',
  mine: 'table: ticket, group_by: [state], where: record.assignee == user, show: { cost: sum(record.cost) }',
  noted: 'table: ticket, group_by: [state, = filled(record.internal_note)]',
};

/** With a day that only those who work on tickets may read. */
const DESK_WITH_SEEN = DESK.replace(
  '      internal_note:',
  '      seen: { type: date, closed: true }\n      internal_note:',
).replaceAll('{ internal_note: write }', '{ internal_note: write, seen: write }');

const YAML = `${DESK_WITH_SEEN}screens:
  board:
    path: /board
    blocks:
${Object.entries(BLOCKS)
  .map(([id, block]) => `      ${id}: { ${block} }`)
  .join('\n')}
      made: { count: ticket, trend: created_at }
      asked: { count: ticket, trend: due:month, where: record.place.open }
      noticed: { count: ticket, trend: place.since:year }
      inner: { count: ticket, trend: seen:week }
      secret: { chart: ticket, roles: [manager] }
      counted: { count: ticket }
`;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(YAML);
  const random = seededRandom(SEED);
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const amount = (): string | null => one([null, String(Math.floor(random() * 900) / 100), '0', '21.01', '7.99']);
  for (let index = 0; index < 60; index += 1) {
    const day = `2026-0${String(1 + Math.floor(random() * 4))}-${String(10 + Math.floor(random() * 19))}`;
    const asker = one(['rita', 'ralf', 'anna', 'olga'] as const);
    const category = one(['Cables', 'Paper']);
    const { id } = await desk.records.create(
      desk.people[asker],
      'ticket',
      {
        subject: `${asker} ${String(index)}`,
        details: one([null, 'Much']),
        category,
        due: `${day}T${one(['00:30', '22:30', '23:59', '12:00'])}:00Z`,
        cost: category === 'Cables' ? amount() : null,
        lines: [{ item: 'x', qty: 1 + Math.floor(random() * 3), price: one([null, '0.01', '3.33', '1']) }],
        place: {
          room: one([null, 'A', 'b', 'Ä', 'O\'Neill "2"']),
          floor: one([null, 1, 2, 3, -1]),
          since: one([null, day, '2024-12-30', '2025-01-01']),
          open: one([true, false]),
        },
      },
      PLAIN,
    );
    if (random() < 0.5)
      await desk.records.update(
        desk.people.max,
        'ticket',
        { idOrKey: id, body: { internal_note: one([null, 'Hm']), priority: one(['low', 'high', null]) } },
        PLAIN,
      );
    if (random() < 0.4) {
      const agent = category === 'Cables' ? desk.people.anna : desk.people.olga;
      await desk.records.transition(agent, 'ticket', { idOrKey: id, transition: 'take', body: {} }, PLAIN);
    }
  }
});
afterAll(() => desk.close());

type Person = keyof Desk['people'];
const PEOPLE: readonly Person[] = ['rita', 'ralf', 'anna', 'olga', 'max'];

function blockOf(who: Person, id: string): GroupedBlock {
  const screen = desk.model.screens.find((one) => one.id === 'board');
  const block = screen?.kind === 'blocks' ? screen.blocks.find((one) => one.id === id) : undefined;
  const narrowed = block === undefined ? null : groupsOfBlock(narrowBlock(block, desk.model, desk.people[who].rights));
  if (narrowed === null) throw new Error(`no block ${id}`);
  return narrowed;
}

/** All records of a list, with the filters that say a group. */
async function listed(who: Person, id: string, by: readonly Wire[] | null): Promise<readonly RecordValue[]> {
  const { entity, groupBy } = blockOf(who, id);
  const params = new URLSearchParams({ screen: `board.${id}`, size: '200' });
  const of = desk.model.entities[entity];
  if (by !== null && of !== undefined) {
    const { filters, where } = groupFilters(of, groupBy, { by, timeZone: 'Europe/Berlin' });
    for (const { field, op, value } of filters) params.append(`f.${field}`, `${op}:${value}`);
    if (where !== null) params.set('where', where);
  }
  return (await desk.records.list(desk.people[who], entity, params)).items;
}

/** What the records of a list add up to in 10^-10; what is not there adds nothing. */
function added(records: readonly RecordValue[], path: string): bigint {
  return records.reduce((sum, record) => sum + (parseDecimal(String(record[path] ?? '0')) ?? 0n), 0n);
}

function figure(group: Pick<BlockGroup, 'figures'>, at: number): bigint {
  return parseDecimal(String(group.figures[at] ?? '0')) ?? 0n;
}

describe(`the groups of a block agree with the list that each of them leads to (seed ${String(SEED)})`, () => {
  test.each(Object.keys(BLOCKS))('%s', async (id) => {
    for (const who of PEOPLE) {
      const block = blockOf(who, id);
      const answer = await desk.records.blockGroups(desk.people[who], `board.${id}`);
      const all = await counted(answer);
      expect({ who, all }).toEqual({ who, all: answer.total.count });
      for (const group of answer.groups) {
        const records = await listed(who, id, group.by);
        expect({ who, by: group.by, count: records.length }).toEqual({ who, by: group.by, count: group.count });
        const sums = block.show.flatMap(({ figure: fn, of }, at) => {
          const [, path] = /^record\.([a-z_.]+)$/.exec(of?.source ?? '') ?? [];
          return fn === 'sum' && path !== undefined
            ? [{ path, found: figure(group, at), listed: added(records, path) }]
            : [];
        });
        expect({ who, by: group.by, sums: sums.map(({ path, found }) => [path, found]) }).toEqual({
          who,
          by: group.by,
          sums: sums.map(({ path, listed: of }) => [path, of]),
        });
      }
      const isNamed = block.groupBy.every((key) => key.by === 'field');
      const whole = isNamed ? (await shownOf(who, id)).length : answer.total.count;
      expect({ who, of: 'all', count: whole }).toEqual({ who, of: 'all', count: answer.total.count });
    }
  });
});

async function counted({ groups, others }: BlockGroups): Promise<number> {
  return groups.reduce((sum, { count }) => sum + count, 0) + (others?.count ?? 0);
}

/** Those of the whole list of a block whose groups are known to the reader. */
async function shownOf(who: Person, id: string): Promise<readonly RecordValue[]> {
  const { groupBy } = blockOf(who, id);
  const records = await listed(who, id, null);
  return records.filter((record) => groupBy.every((key) => key.by === 'expression' || record[key.field] !== undefined));
}

const NOW = '2026-03-05T09:00:00.000Z';

test.each([
  ['made', 'created_at', 'day'],
  ['asked', 'due', 'month'],
  ['noticed', 'place.since', 'year'],
] as const)(
  'the trend %s counts what the list of each period shows, up to the one that is now',
  async (id, of, period) => {
    const today = todayIn('Europe/Berlin', NOW);
    const periods = new Set(periodsOfTrend(period, today));
    for (const who of PEOPLE) {
      const { groups } = await desk.records.blockGroups(desk.people[who], `board.${id}`);
      const found = groups.flatMap(({ by, count }) => (periods.has(String(by[0])) ? [[by[0], count]] : []));
      const wanted = new Map<string, number>();
      for (const record of await listed(who, id, null)) {
        const value = record[of];
        if (typeof value !== 'string') continue;
        const at = periodOf(value.length > 10 ? todayIn('Europe/Berlin', value) : value, period);
        if (periods.has(at)) wanted.set(at, (wanted.get(at) ?? 0) + 1);
      }
      expect({ who, found }).toEqual({ who, found: [...wanted].toSorted(([one], [other]) => (one < other ? -1 : 1)) });
      expect(groups.filter(({ by }) => String(by[0]) > periodOf(today, period))).toEqual([]);
    }
  },
);

test('a trend over what its reader may not read is none, and their count stands', async () => {
  const screen = desk.model.screens.find((one) => one.id === 'board');
  const inner = screen?.kind === 'blocks' ? screen.blocks.find((one) => one.id === 'inner') : undefined;
  if (inner === undefined) throw new Error('no block inner');
  const of = (who: Person) => narrowBlock(inner, desk.model, desk.people[who].rights);
  expect(of('max')).toMatchObject({ block: 'count', trend: { field: 'seen', period: 'week' } });
  expect(of('rita')).toMatchObject({ block: 'count', trend: null });
  expect(await refusal(desk.records.blockGroups(desk.people.rita, 'board.inner'))).toMatchObject({
    code: 'bad_parameter',
  });
});

test('what is not shown stands together, and all adds up to the last cent', async () => {
  const { groups, others, total } = await desk.records.blockGroups(desk.people.max, 'board.by_priority');
  expect(groups).toHaveLength(2);
  expect(others?.groups).toBeGreaterThan(0);
  const parts = groups.reduce((sum, group) => sum + figure(group, 0), others === null ? 0n : figure(others, 0));
  expect(parts).toBe(figure(total, 0));
});

test('states come in their order, records by their titles, weeks as they follow each other', async () => {
  const by = async (id: string): Promise<readonly Wire[]> =>
    (await desk.records.blockGroups(desk.people.max, `board.${id}`)).groups.map((group) => group.by[0] ?? null);
  expect(await by('by_state')).toEqual(['new', 'open']);
  const titles = (await by('by_asker')).map((value) => (isMap(value) ? value['title'] : null));
  expect(titles).toEqual(['rita', 'ralf', 'olga', 'anna']);
  const weeks = await by('by_week');
  expect(weeks).toEqual([...weeks].sort());
  for (const week of weeks) expect(new Date(`${String(week)}T00:00:00Z`).getUTCDay()).toBe(1);
});

test('a moment belongs to its day in the time zone of the application', async () => {
  for (const { due } of await listed('max', 'by_day', null)) {
    const day = todayIn('Europe/Berlin', String(due));
    const { items } = await desk.records.group(desk.people.max, 'ticket', new URLSearchParams('group=due:day'));
    expect(items.map(({ by }) => by['due:day'])).toContain(day);
  }
});

test('a block that somebody does not see, or that has no groups, is refused as one that is not there', async () => {
  for (const [who, name] of [
    ['anna', 'board.secret'],
    ['max', 'board.counted'],
    ['max', 'board.none'],
    ['max', 'board'],
  ] as const)
    expect(await refusal(desk.records.blockGroups(desk.people[who], name))).toMatchObject({ code: 'bad_parameter' });
});

test('a group that nobody names for a reader is left out for them', () => {
  expect(blockOf('rita', 'noted').groupBy).toHaveLength(1);
  expect(blockOf('max', 'noted').groupBy).toHaveLength(2);
  expect(blockOf('rita', 'by_team').groupBy).toHaveLength(1);
});
