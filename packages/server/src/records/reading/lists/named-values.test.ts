import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from '../../testing/open-desk.ts';

/** In Berlin the night to Sunday, 29 March 2026, has an hour less. */
const JOBS = `ninefold: 1
purpose: { name: jobs, time_zone: Europe/Berlin }
entities:
  user: { fields: { team: { type: reference, to: team } } }
  team: { title: name, key: name, fields: { name: { type: string } } }
  category: { title: name, key: name, fields: { name: { type: string }, team: { type: reference, to: team }, billable: { type: boolean } } }
  job:
    title: name
    fields:
      name: { type: string }
      day: { type: date }
      at: { type: datetime }
      who: { type: reference, to: user }
      helpers: { type: references, to: user }
roles:
  agent: { members: everyone, job: all, user: { read: true } }
  manager: { team: all, category: all, user: { read: true, update: true, grant: [agent, manager] } }
`;

const DAYS = [
  '02-28',
  '03-16',
  '03-22',
  '03-23',
  '03-28',
  '03-29',
  '03-30',
  '04-05',
  '04-06',
  '04-12',
  '04-30',
  '05-01',
];

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(JOBS);
  desk.now = '2026-03-29T09:00:00.000Z';
  const { max, rita } = desk.people;
  for (const [index, day] of DAYS.entries()) {
    const people = {
      who: [rita.me.id, max.me.id, null][index % 3] ?? null,
      helpers: index % 4 === 0 ? [max.me.id] : [],
    };
    // the last moment of the day in Berlin, in summer time from 29 March on
    const at = `2026-${day}T${day < '03-29' ? '22' : '21'}:59:59.999Z`;
    await desk.records.create(max, 'job', { name: day, day: `2026-${day}`, at, ...people }, PLAIN);
  }
});
afterAll(() => desk.close());

const names = async (query: string): Promise<readonly string[]> => {
  const { items } = await desk.records.list(desk.people.max, 'job', new URLSearchParams(query));
  return items.map((record) => String(record['name']));
};

test.each([
  ['eq:today', ['03-29']],
  ['eq:yesterday', ['03-28']],
  ['eq:tomorrow', ['03-30']],
  ['eq:this_week', ['03-23', '03-28', '03-29']],
  ['eq:last_week', ['03-16', '03-22']],
  ['eq:next_week', ['03-30', '04-05']],
  ['eq:this_month', ['03-16', '03-22', '03-23', '03-28', '03-29', '03-30']],
  ['eq:last_month', ['02-28']],
  ['eq:next_month', ['04-05', '04-06', '04-12', '04-30']],
  ['lt:this_week', ['02-28', '03-16', '03-22']],
  ['le:last_week', ['02-28', '03-16', '03-22']],
  ['gt:next_week', ['04-06', '04-12', '04-30', '05-01']],
  ['ge:next_month', ['04-05', '04-06', '04-12', '04-30', '05-01']],
  ['lt:now', ['02-28', '03-16', '03-22', '03-23', '03-28']],
])('days and moments are %s as the calendar of the application says', async (filter, expected) => {
  expect([await names(`f.day=${filter}&sort=day`), await names(`f.at=${filter}&sort=at`)]).toEqual([
    expected,
    expected,
  ]);
});

test('me is who asks, in one reference, in many and among others', async () => {
  const mine = DAYS.filter((_, index) => index % 3 === 1);
  expect(await names('f.who=eq:me&sort=day')).toEqual(mine);
  expect(await names(`f.who=in:me,${desk.people.rita.me.id}&sort=day`)).toEqual(
    DAYS.filter((_, index) => index % 3 !== 2),
  );
  expect(await names('f.helpers=has:me&sort=day')).toEqual(DAYS.filter((_, index) => index % 4 === 0));
  expect(await names('f.created_by=eq:me&size=100')).toHaveLength(DAYS.length);
  const groups = await desk.records.group(desk.people.max, 'job', new URLSearchParams('group=&f.who=eq:me'));
  expect(groups.items[0]?.count).toBe(mine.length);
});

test('a span is in no list of values, and no other field knows its name', async () => {
  for (const query of ['f.day=in:today,tomorrow', 'f.at=ne:this_week', 'f.day=eq:someday'])
    expect(await refusal(names(query).then(() => undefined))).toMatchObject({ code: 'bad_parameter' });
  expect(await names('f.name=eq:today')).toEqual([]);
});
