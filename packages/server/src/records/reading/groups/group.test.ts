import type { GroupAnswer } from '@ninefold/model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '../../../refusal.ts';
import { openDesk, PLAIN, refusal, type Desk } from '../../testing/open-desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  for (const [who, category, cost] of [
    ['rita', 'Cables', '10.50'],
    ['ralf', 'Cables', null],
    ['rita', 'Paper', null],
    ['olga', 'Cables', '1.25'],
  ] as const)
    await desk.records.create(desk.people[who], 'ticket', { subject: who, category, cost }, PLAIN);
});
afterAll(() => desk.close());

type Person = keyof Desk['people'];
const group = (who: Person, query: string): Promise<GroupAnswer> =>
  desk.records.group(desk.people[who], 'ticket', new URLSearchParams(query));
const list = (who: Person, query: string): Promise<unknown> =>
  desk.records.list(desk.people[who], 'ticket', new URLSearchParams(query));

test.each(['team', 'internal_note', 'nothing'])(
  'a caller who may never read %s gets the answer for a field that does not exist',
  async (field) => {
    for (const [parameter, call] of [
      ['group', group('rita', `group=${field}`)],
      ['select', group('rita', `group=state&select=max:${field}`)],
      ['expand', list('rita', `expand=${field}`)],
      ['sort', list('rita', `sort=${field}`)],
      ['select', list('rita', `select=${field}`)],
      ['facets', list('rita', `facets=${field}`)],
    ] as const)
      expect(await refusal(call)).toMatchObject({ code: 'bad_parameter', params: { parameter } });
  },
);

test('a record whose field is closed to the reader is in no group of it', async () => {
  const byTeam = (answer: GroupAnswer): unknown => answer.items.map(({ by, count }) => [by['team'], count]);
  expect(byTeam(await group('max', 'group=team'))).toEqual([
    [{ id: desk.net, title: 'Net' }, 3],
    [{ id: desk.print, title: 'Print' }, 1],
  ]);
  // Olga reads her own ticket of the team Net, without its team.
  expect(byTeam(await group('olga', 'group=team'))).toEqual([[{ id: desk.print, title: 'Print' }, 1]]);
  expect((await group('olga', 'group=')).items[0]?.count).toBe(2);
});

test('options are counted beside a page, in their order, without the filters of their own field', async () => {
  const answer = await desk.records.list(
    desk.people.max,
    'ticket',
    new URLSearchParams('f.state=eq:open&f.priority=eq:normal&facets=state,priority&size=1'),
  );
  expect(answer).toMatchObject({
    total: 0,
    items: [],
    facets: { state: [{ value: 'new', count: 4 }], priority: [] },
  });
  for (const wrong of ['subject', 'cost', 'a,b'])
    expect(await refusal(list('max', `facets=${wrong}`))).toMatchObject({ params: { parameter: 'facets' } });
});

test('records that are referred to are counted with their titles, those first that most have', async () => {
  const { facets } = await desk.records.list(
    desk.people.max,
    'ticket',
    new URLSearchParams('f.requester=eq:nobody&facets=requester,category&size=1'),
  );
  const named = (name: string): unknown => facets?.[name]?.map(({ title, count }) => [title, count]);
  expect([named('requester'), named('category')]).toEqual([[['rita', 2], expect.anything(), expect.anything()], []]);
});

test('sums are exact, in written order of choices, blanks last, and leave out what is hidden', async () => {
  const costs = await group('max', 'group=category&select=sum:cost,avg:cost');
  expect(costs.items).toMatchObject([
    { by: { category: { title: 'Cables' } }, sum: { cost: '11.75' }, avg: { cost: '5.88' } },
  ]);
  const who = (await group('max', 'group=requester&sort=-requester')).items.map(({ by }) => by['requester']);
  expect(who.map((person) => (person as { readonly title: string }).title)).toEqual(['rita', 'ralf', 'olga']);
});

/** Every type of field, a text with a reading and one with a closed reading; a clerk may read less. */
const KINDS = `ninefold: 1
purpose: { name: desk, currency: EUR }
entities:
  user: { fields: { team: { type: reference, to: team } } }
  team: { title: name, key: name, fields: { name: { type: string, required: true } } }
  category: { title: name, key: name, fields: { name: { type: string, required: true }, team: { type: reference, to: team }, billable: { type: boolean } } }
  place: { title: name, fields: { name: { type: string, sort_by: kana }, kana: { type: string } } }
  thing:
    title: name
    key: code
    tree: above
    fields:
      code: { type: string, unique: true }
      name: { type: string, sort_by: kana }
      kana: { type: string }
      nick: { type: string, sort_by: closed_kana }
      closed_kana: { type: string, closed: true }
      shy: { type: string, sort_by: shy_kana }
      shy_kana: { type: string, visible_when: record.whole > 1 }
      mail: { type: string, format: email }
      story: { type: text }
      whole: { type: integer }
      part: { type: number, scale: 3 }
      price: { type: money }
      share: { type: percent }
      ready: { type: boolean }
      day: { type: date }
      moment: { type: datetime }
      span: { type: duration }
      hour: { type: time }
      kind: { type: choice, options: [small, large] }
      tags: { type: choices, options: [red, blue] }
      place: { type: reference, to: place }
      above: { type: reference, to: thing }
      readers: { type: references, to: user }
      number: { type: sequence, pattern: 'T-{000}' }
      rows: { type: lines, fields: { n: { type: integer } } }
      total: { type: integer, computed: "sum(record.rows.map(r, r.n))" }
      secret: { type: integer, closed: true }
states: { thing: { initial: open, states: { open: { kind: active }, done: { kind: done } }, transitions: { finish: { from: open, to: done, by: agent } } } }
roles:
  clerk: { members: everyone, place: { refer: record.name != "Nagoya" }, thing: { read: record.whole < 3, fields: { kana: none, price: none } }, user: { refer: true } }
  agent: { includes: clerk, place: { read: true }, thing: { read: true, create: true, fields: { kana: read, place: none } } }
  manager: { includes: clerk, place: all, thing: { create: true, read: true, fields: { others: write, secret: write, closed_kana: write } }, team: all, category: all, user: { read: true, update: true, grant: [agent, manager] } }
`;

describe('grouping, sorting and measuring by any field', () => {
  let kinds: Desk;
  const people = ['rita', 'anna', 'max'] as const;
  beforeAll(async () => {
    kinds = await openDesk(KINDS);
    const { max } = kinds.people;
    const named = [
      ['東', 'ひがし'],
      ['西', 'にし'],
      ['東', 'あずま'],
      ['北', null],
    ] as const;
    for (const [index, [name, kana]] of named.entries()) {
      const place = await kinds.records.create(max, 'place', { name: ['Osaka', 'Nagoya'][index % 2] ?? '' }, PLAIN);
      const values = {
        ...{
          code: `C${String(index)}`,
          name,
          kana,
          nick: name,
          closed_kana: kana,
          shy: name,
          shy_kana: index > 1 ? kana : null,
        },
        ...{ whole: index, part: '1.250', price: '2.00', share: '3', ready: index > 1, day: '2026-03-05' },
        ...{
          moment: '2026-03-05T10:00:00Z',
          span: 'PT1H',
          hour: '10:30',
          kind: 'small',
          tags: ['red'],
          place: place.id,
        },
        ...{ secret: index, rows: [{ n: index }] },
      };
      await kinds.records.create(max, 'thing', values, PLAIN);
    }
  });
  afterAll(() => kinds.close());

  const fields = (): readonly string[] => [
    ...Object.keys(kinds.model.entities['thing']?.fields ?? {}),
    ...['state', 'created_by', 'changed_by', 'created_at', 'id', 'title', 'nothing'],
  ];
  /** The answer, or the code of the refusal; everything else fails. */
  const asked = async (who: (typeof people)[number], call: 'group' | 'list', query: string): Promise<unknown> => {
    const answer = kinds.records[call](kinds.people[who], 'thing', new URLSearchParams(query));
    return answer.then(
      () => 'answered',
      (cause: unknown) =>
        cause instanceof Refusal ? cause.code : Promise.reject(new Error(`${who} ${query}`, { cause })),
    );
  };

  test.each(people)('%s is answered, or told that the parameter is wrong', async (who) => {
    for (const field of fields()) {
      const grouped = await asked(who, 'group', `group=${field}`);
      for (const more of [
        `&sort=${field}`,
        `&sort=-${field}`,
        '&sort=-count',
        '&select=count,sum:whole,max:day',
        ',state',
      ])
        expect([field, more, await asked(who, 'group', `group=${field}${more}`)]).toEqual([
          field,
          more,
          field === 'state' && more === ',state' ? 'bad_parameter' : grouped,
        ]);
      for (const query of [
        `group=kind&select=sum:${field}`,
        `group=name,${field}`,
        `group=${field},kana&sort=${field}`,
      ])
        expect(['answered', 'bad_parameter']).toContain(await asked(who, 'group', query));
      for (const query of [`sort=${field}`, `sort=-${field}`, `sort=${field}&after=WzEsMl0`, `f.${field}=filled:`])
        expect(['answered', 'bad_parameter', 'bad_where']).toContain(await asked(who, 'list', query));
    }
  });

  test('a text groups in the order of its readings where the reader may read them, else in its own', async () => {
    const named = async (who: (typeof people)[number], query: string): Promise<readonly unknown[]> =>
      (await kinds.records.group(kinds.people[who], 'thing', new URLSearchParams(query))).items.map(
        ({ by }) => by['name'] ?? by['nick'],
      );
    // あずま comes before にし, and the text without a reading after both.
    expect(await named('max', 'group=name')).toEqual(['東', '西', '北']);
    expect(await named('max', 'group=name&sort=-name')).toEqual(['北', '西', '東']);
    expect(await named('anna', 'group=name')).toEqual(['東', '西', '北']);
    expect(await named('max', 'group=nick')).toEqual(['東', '西', '北']);
    const plain = ['北', '東', '西'].sort();
    expect(((await named('anna', 'group=nick')) as string[]).sort()).toEqual(plain);
    expect(((await named('rita', 'group=name')) as string[]).sort()).toEqual(['東', '西']);
  });
});
