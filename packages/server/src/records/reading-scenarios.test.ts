// Also in the portable form: lists, people, limits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESK } from './testing/desk.yaml.ts';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const list = (who: keyof Desk['people'], query: string, entity = 'ticket') =>
  desk.records.list(desk.people[who], entity, new URLSearchParams(query));

describe('lists', () => {
  it('filters, sorts, searches, pages and counts', async () => {
    for (const subject of ['Äpfel', 'birne', 'Cider'])
      await desk.records.create(desk.people.ralf, 'ticket', { subject, category: 'Paper' }, PLAIN);
    const subjects = async (query: string) => (await list('olga', query)).items.map((item) => item['subject']);
    expect(await subjects('search=apfel')).toEqual(['Äpfel']);
    expect(await subjects('f.subject=in:birne,Cider&sort=-subject')).toEqual(['Cider', 'birne']);
    expect(
      await subjects(`where=${encodeURIComponent('size(record.subject) == 5 && record.state == "new"')}&sort=subject`),
    ).toEqual(['birne', 'Cider', 'Äpfel']);
    const first = await list('olga', 'f.state=eq:new&sort=subject&size=2');
    const second = await list('olga', `f.state=eq:new&sort=subject&size=2&after=${first.next}`);
    const whole = await subjects('f.state=eq:new&sort=subject&size=200');
    expect([...first.items, ...second.items].map((item) => item['subject'])).toEqual(whole.slice(0, 4));
    expect((await list('olga', 'f.state=eq:new&sort=subject&size=2&page=2')).items).toEqual(second.items);
    expect((await list('olga', 'total=none')).total).toBeNull();
    expect(await desk.records.count(desk.people.olga, 'ticket', null)).toMatchObject({ total_is: 'exact' });
  });

  it.each([
    'size=0',
    'size=x',
    'page=-1',
    'after=%7B',
    'total=all',
    'sort=nothing',
    'f.nothing=eq:1',
    'f.due=lt:soon',
    'f.subject=like:a',
    'unknown=1',
    'select=nothing',
    'sort=constructor',
    'f.__proto__=eq:1',
  ])('refuses the parameter %s', async (query) => {
    expect((await refusal(list('max', query))).code).toBe('bad_parameter');
  });

  it.each(['record.', 'record.nothing == 1', 'record.subject', '1 +', 'user.password == "a"'])(
    'refuses the condition %s',
    async (where) => {
      expect((await refusal(list('max', `where=${encodeURIComponent(where)}`))).code).toBe('bad_where');
    },
  );
});

describe('people', () => {
  it('gives and takes only the roles that may be given, never to oneself', async () => {
    const { max, anna, rita } = desk.people;
    expect(
      await desk.records.update(max, 'user', { idOrKey: rita.me.id, body: { roles: ['agent'] } }, PLAIN),
    ).toMatchObject({
      roles: ['agent'],
    });
    expect((await desk.records.me(rita.me.id))?.roles).toEqual(['requester', 'agent']);
    await desk.records.update(max, 'user', { idOrKey: rita.me.id, body: { roles: [] } }, PLAIN);
    expect(
      (await refusal(desk.records.update(max, 'user', { idOrKey: rita.me.id, body: { roles: ['manager'] } }, PLAIN)))
        .problems[0]?.code,
    ).toBe('not_offered');
    expect(
      (await refusal(desk.records.update(max, 'user', { idOrKey: max.me.id, body: { roles: ['agent'] } }, PLAIN))).code,
    ).toBe('forbidden_field');
    expect(
      (await refusal(desk.records.update(anna, 'user', { idOrKey: rita.me.id, body: { roles: ['agent'] } }, PLAIN)))
        .code,
    ).toBe('forbidden');
    const made = await desk.records.create(
      max,
      'user',
      { name: 'New', email: 'new@desk.test', roles: ['agent'] },
      PLAIN,
    );
    await desk.records.update(max, 'user', { idOrKey: made.id, body: { active: false } }, PLAIN);
    expect(await desk.records.me(made.id)).toBeNull();
    expect(
      (await refusal(desk.records.create(max, 'user', { name: 'Two', email: 'NEW@desk.test' }, PLAIN))).problems[0]
        ?.code,
    ).toBe('not_unique');
    expect(await desk.records.userByEmail('RITA@desk.test')).toBe(rita.me.id);
  });
});

describe('limits that are not shown', () => {
  it('refuse whatever reads them, by name', async () => {
    const written = DESK.replace('= now + hours(48)', '= now + hours(limits.answer_hours)')
      .replace('    loud:', '    cap: { reject_when: record.cost > limits.budget, message: Dear. }\n    loud:')
      .concat(
        'limits:\n  answer_hours: { type: integer, value: not shown }\n  budget: { type: money, value: not shown }\n',
      );
    const own = await openDesk(written);
    const make = (more: object) =>
      own.records.create(own.people.rita, 'ticket', { subject: 's', category: 'Cables', ...more }, PLAIN);
    expect((await refusal(make({}))).params).toEqual({ limit: 'answer_hours' });
    const refused = await refusal(make({ due: '2026-04-01T00:00:00.000Z' }));
    expect([refused.code, refused.params]).toEqual(['limit_not_shown', { limit: 'budget' }]);
    await own.close();
  });
});
