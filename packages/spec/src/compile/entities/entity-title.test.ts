import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';

const nearestTo = (title: string): readonly string[] =>
  compile([
    {
      path: 'app.yaml',
      text: `ninefold: 1
roles: { boss: { visit: all, runtime: [users] } }
entities: { visit: { title: '${title}', fields: { room: { type: string }, day: { type: date } } } }
`,
    },
  ]).issues.flatMap(({ id, params }) => (id === 'NF0202' ? [params['nearest'] ?? ''] : []));

test.each([
  ['{room} {day}', ['{{room}} {{day}}']],
  ['{ room } on {dy}', ['{{room}} on {{dy}}']],
  ['{nothing}', ['']],
  ['{{room}} {1}', []],
])('fields in one pair of braces are meant in two: %s', (title, nearest) => {
  expect(nearestTo(title)).toEqual(nearest);
});
