import { expect, test } from 'vitest';
import { compile } from '../compile.ts';

const specification = (limit: string): string => `ninefold: 1
purpose: { time_zone: Europe/Berlin }
roles: { boss: { visit: all, runtime: [users] } }
entities:
  visit:
    fields:
      from: { type: date }
      until: { type: date }
      busy: { type: integer, computed: "= workdays(record.from, record.until, limits.closed_days)" }
states:
  visit: { reactions: { tell: { every: { days: 1, at: "08:00", skip: = limits.closed_days }, set: { until: = today } } } }
rules:
  visit: { open: { check: "!(record.from in limits.closed_days)", at: from, message: "Closed on {{closed_days}}." } }
limits: { closed_days: ${limit} }
`;

const compiled = (limit: string) => {
  const { application, issues } = compile([{ path: 'app.yaml', text: specification(limit) }]);
  const told = issues.flatMap(({ id, severity, column }) => (severity === 'error' ? [`${id} ${column}`] : []));
  return { told, value: application?.model.limits['closed_days']?.value };
};

const COLUMN = 'limits: { closed_days: '.length;
const place = (limit: string, at: string): number => COLUMN + limit.indexOf(at) + 1;

test('a limit of several days is a list of days wherever an expression may read one', () => {
  const days = compiled('{ type: dates, value: [2026-12-26, 2026-12-25, 2026-12-26] }');
  expect(days).toEqual({ told: [], value: ['2026-12-25', '2026-12-26'] });
  expect(compiled('{ type: dates, value: [] }')).toEqual({ told: [], value: [] });
  expect(compiled('{ type: dates, value: 2026-12-25 }')).toEqual({ told: [], value: ['2026-12-25'] });
  expect(compiled('{ type: dates, value: not shown }')).toEqual({ told: [], value: null });
});

test.each([
  ['a day that there is not', '{ type: dates, value: [2026-12-25, 2026-02-30] }', 'NF0301', '2026-02-30'],
  ['a bound', '{ type: dates, value: [2026-12-25], min: 2026-01-01 }', 'NF0101', 'min'],
])('is told: %s', (_, limit, id, at) => {
  expect(compiled(limit).told).toEqual([`${id} ${place(limit, at)}`]);
});

test('one day where a list of days is read is told at each place that reads it', () => {
  expect(compiled('{ type: date, value: 2026-12-25 }').told).toEqual(['NF0509 43', 'NF0512 72', 'NF0508 30']);
});
