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
screens:
  visits: { path: /visits, list: visit, ${list} }
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
  };
};

test('a list that says when its records are has a calendar', () => {
  expect(compiled('layouts: [table], calendar: { from: from, to: until }')).toEqual({
    told: [],
    layouts: ['table', 'calendar'],
    calendar: { from: 'from', to: 'until' },
  });
  expect(compiled('calendar: { from: at }')).toMatchObject({ told: [], calendar: { from: 'at', to: null } });
  expect(compiled('calendar: { from: not shown, to: until }')).toMatchObject({ told: [], calendar: null });
});

test.each([
  ['layouts: calendar', 'NF0109 calendar'],
  ['calendar: { to: until }', 'NF0109 from'],
  ['calendar: { from: nowhere }', 'NF0202 nowhere'],
  ['calendar: { from: hour }', 'NF0312 time'],
  ['calendar: { from: from, to: at }', 'NF0312 datetime'],
])('refused: %s', (list, told) => {
  expect(compiled(list).told).toEqual([told]);
});
