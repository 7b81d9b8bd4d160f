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

/** The title of a loan with these fields that says none. */
function titleWith(fields: string): string {
  const text = `ninefold: 1
roles: { boss: { loan: all, book: all, runtime: [users] } }
entities:
  book: { fields: { name: { type: string, required: true } } }
  loan: { fields: { ${fields} } }
`;
  const title = compile([{ path: 'app.yaml', text }]).application?.model.entities['loan']?.title ?? [];
  return title.map((part) => ('field' in part ? `{{${part.field}}}` : part.text)).join('');
}

const BOOK = 'book: { type: reference, to: book, required: true }';

test.each([
  [`${BOOK}, day: { type: date, required: true }`, '{{book}} {{day}}'],
  [`day: { type: date }, at: { type: datetime, required: true }, ${BOOK}`, '{{book}} {{at}}'],
  [
    `${BOOK}, day: { type: date, required: true }, by: { type: reference, to: user, required: true }`,
    '{{book}} {{by}}',
  ],
  [`${BOOK}, note: { type: string }`, '{{note}}'],
  [`${BOOK}, number: { type: sequence, pattern: 'L-{000}' }`, '{{number}}'],
  ['book: { type: reference, to: book }, day: { type: date, required: true }', ''],
  [BOOK, '{{book}}'],
])('a record whose entity says no title is named by what says which one it is: %s', (fields, title) => {
  expect(titleWith(fields)).toBe(title);
});
