// Also in the portable form: writes and lists.
import { expect, test } from 'vitest';
import { openDesk, PLAIN, refusal } from './testing/open-desk.ts';

const VISITS = `
ninefold: 1
purpose: { name: visits, languages: [en], time_zone: Europe/Berlin }
entities:
  team: { title: "{{name}}", key: name, fields: { name: { type: string, required: true } } }
  category: { title: "{{name}}", key: name, fields: { name: { type: string, required: true }, team: { type: reference, to: team }, billable: { type: boolean } } }
  user: { fields: { team: { type: reference, to: team } } }
  visit:
    title: "{{from}}"
    fields:
      from: { type: date }
      until: { type: date }
      busy: { type: integer, computed: "= workdays(record.from, record.until, limits.closed_days)" }
rules:
  visit: { open: { reject_when: record.from in limits.closed_days, at: from, message: "Closed on {{closed_days}}." } }
limits: { closed_days: { type: dates, value: [2026-12-25, 2026-12-24] } }
roles:
  clerk: { members: everyone }
  agent: { includes: clerk }
  manager: { includes: agent, visit: all, category: all, team: all, user: all }
`;

test('rules, computed fields and lists read a limit of several days, and its message names them', async () => {
  const desk = await openDesk(VISITS);
  const { max } = desk.people;
  const make = (fields: object) => desk.records.create(max, 'visit', fields, PLAIN);
  const { problems } = await refusal(make({ from: '2026-12-24' }));
  expect(problems).toEqual([
    expect.objectContaining({
      path: 'from',
      params: { closed_days: ['2026-12-24', '2026-12-25'], from: '2026-12-24' },
    }),
  ]);
  await make({ from: '2026-12-23', until: '2026-12-28' });
  await make({ from: '2026-12-26', until: '2026-12-25' });
  const found = async (where: string) => {
    const { items } = await desk.records.list(max, 'visit', new URLSearchParams({ sort: 'from', where }));
    return items.map(({ from, busy }) => [from, busy]);
  };
  expect(await found('record.busy == 2')).toEqual([['2026-12-23', 2]]);
  expect(await found('record.until in limits.closed_days')).toEqual([['2026-12-26', 0]]);
  expect(await found('limits.closed_days.exists(day, day < record.from)')).toEqual([['2026-12-26', 0]]);
  await desk.close();
});
