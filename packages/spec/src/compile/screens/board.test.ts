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

test('a board of states whose entity is mistyped is not told of beside the name', () => {
  const text = `ninefold: 1
roles: { boss: { visit: all, runtime: [users] } }
entities: { visit: { fields: { note: { type: string } } } }
states: { vist: { initial: a, states: { a: {} }, transitions: {} } }
screens: { visits: { path: /visits, list: visit, layouts: [table, board] } }
`;
  const errors = compile([{ path: 'app.yaml', text }]).issues.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ id, params }) => [id, params['name']])).toEqual([['NF0201', 'vist']]);
});
