import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';

const told = (board: string): readonly string[] =>
  compile([
    {
      path: 'app.yaml',
      text: `ninefold: 1
roles: { boss: { visit: all, runtime: [users] } }
entities:
  visit:
    fields:
      kind: { type: choice, options: [short, long] }
      note: { type: string }
      persons: { type: integer }
screens:
  visits: { path: /visits, list: visit, board: ${board} }
`,
    },
  ]).issues.flatMap(({ id, severity, params }) => (severity === 'error' ? [`${id} ${params['name'] ?? ''}`] : []));

test.each([
  ['{ by: kind, sum: persons }', []],
  ['{ by: persons }', ['NF0312 integer']],
  ['{ by: kind, sum: note }', ['NF0312 string']],
  ['{ by: knd }', ['NF0202 knd']],
])('a board %s', (board, issues) => {
  expect(told(board)).toEqual(issues);
});
