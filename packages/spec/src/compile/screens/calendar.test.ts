import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';

const compiled = (list: string) => {
  const { application, issues } = compile([
    {
      path: 'app.yaml',
      text: `ninefold: 1
roles: { boss: { visit: all, runtime: [users] } }
entities:
  visit:
    fields:
      from: { type: date }
      until: { type: date }
      at: { type: datetime }
      hour: { type: time }
      kind: { type: choice, options: [short, long] }
      north: { type: number, scale: 5 }
      east: { type: number, scale: 5 }
screens:
  visits: { path: /visits, list: visit, ${list} }
limits:
  closed_days: { type: dates, value: [2026-12-25] }
  hours: { type: integer, value: 5 }
`,
    },
  ]);
  const screen = application?.model.screens.find(({ id }) => id === 'visits');
  return {
    told: issues.flatMap(({ id, severity, params }) =>
      severity === 'error' ? [`${id} ${params['key'] ?? params['name']}`] : [],
    ),
    layouts: screen?.kind === 'list' ? screen.layouts : [],
    calendar: screen?.kind === 'list' ? screen.calendar : null,
    gantt: screen?.kind === 'list' ? screen.gantt : null,
    map: screen?.kind === 'list' ? screen.map : null,
  };
};

test('a list that says when its records are has a calendar', () => {
  expect(compiled('layouts: [table], calendar: { from: from, to: until }')).toEqual({
    told: [],
    layouts: ['table', 'calendar'],
    calendar: { from: 'from', to: 'until', per: null, closed: null, holidays: null },
    ...{ gantt: null, map: null },
  });
  expect(compiled('calendar: { from: at, per: kind, closed: = limits.closed_days }')).toMatchObject({
    told: [],
    calendar: { per: 'kind', closed: { reads: ['limits.closed_days'] } },
  });
  expect(compiled('calendar: { from: at, holidays: DE-BY }')).toMatchObject({
    told: [],
    calendar: { holidays: 'DE-BY' },
  });
  expect(compiled('calendar: { from: at }')).toMatchObject({ told: [], calendar: { from: 'at', to: null } });
  expect(compiled('calendar: { from: not shown, to: until }')).toMatchObject({ told: [], calendar: null });
});

test('a list that says so has a Gantt chart, and a map', () => {
  expect(compiled('gantt: { from: from, to: until, per: kind }, map: { lat: north, lon: east }')).toMatchObject({
    ...{ told: [], layouts: ['map', 'gantt'] },
    ...{ gantt: { from: 'from', to: 'until', per: 'kind' }, map: { lat: 'north', lon: 'east' } },
  });
});

test.each([
  ['layouts: calendar', 'NF0109 calendar'],
  ['calendar: { to: until }', 'NF0109 from'],
  ['calendar: { from: nowhere }', 'NF0202 nowhere'],
  ['calendar: { from: hour }', 'NF0312 time'],
  ['calendar: { from: from, to: at }', 'NF0312 datetime'],
  ['calendar: { from: from, per: until }', 'NF0312 date'],
  ['calendar: { from: from, closed: = limits.hours }', 'NF0512 undefined'],
  ['calendar: { from: from, holidays: Japan }', 'NF0119 Japan'],
  ['gantt: { from: from }', 'NF0109 to'],
  ['gantt: { from: from, to: at }', 'NF0312 datetime'],
  ['layouts: gantt', 'NF0109 gantt'],
  ['map: { lat: north }', 'NF0109 lon'],
  ['map: { lat: north, lon: kind }', 'NF0312 choice'],
])('refused: %s', (list, told) => {
  expect(compiled(list).told).toEqual([told]);
});
