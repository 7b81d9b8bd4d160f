import { expect, test } from 'vitest';
import { compile } from '../compile.ts';

/** A thing that makes parts when it goes on, whose promise is broken by that, and parts whose promise is broken by being made so. */
const SPEC = (values: string, part = ''): string => `ninefold: 1
roles:
  boss: { thing: all, part: { read: true }, user: { read: true }, runtime: [users] }
entities:
  thing: { fields: { name: { type: string } } }
  part: { fields: { of: { type: reference, to: thing, required: true }, size: { type: integer, required: true${part} }, name: { type: string } } }
states:
  thing:
    initial: a
    states: { a: {}, b: { final: true } }
    transitions:
      create: { to: a, by: boss }
      go: { from: a, to: b, by: boss, create: { part: { of: = record${values} } } }
rules:
  thing: { stays: { never: record.state == "b" } }
  part: { none: { never: blank(record.name) } }
`;

function promises(text: string): Readonly<Record<string, string>> {
  const { verdicts, issues } = compile([{ path: 'app.yaml', text }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  const found = verdicts.filter(({ id }) => id === 'NF0606').map(({ params, verdict }) => [params['name'], verdict]);
  return Object.fromEntries(found) as Readonly<Record<string, string>>; // pairs of names and verdicts
}

test('a transition that makes a record without what it needs never succeeds, and breaks no promise', () => {
  expect(promises(SPEC(''))).toEqual({ stays: 'proved', none: 'proved' });
});

test.each([
  [
    'a field that is asked for while it is made',
    SPEC('').replace('size: { type: integer, required: true', 'size: { type: integer, required_when: creating'),
  ],
  [
    'a line that lacks a field',
    SPEC(', size: 1, items: [{ many: 2 }]').replace(
      'name: { type: string } } }\nstates',
      'name: { type: string }, items: { type: lines, fields: { what: { type: string, required: true }, many: { type: integer } } } } }\nstates',
    ),
  ],
])('so it is with %s', (_, text) => {
  expect(promises(text)).toEqual({ stays: 'proved', none: 'proved' });
});

test.each([
  ['the effect gives it', SPEC(', size: 1')],
  ['the field begins with it', SPEC('', ', default: 1')],
  [
    'the creation sets it',
    `${SPEC('')}`.replace(
      'rules:\n',
      '  part: { initial: p, states: { p: {} }, transitions: { create: { to: p, by: boss, set: { size: 1 } } } }\nrules:\n',
    ),
  ],
])('where %s, it may break promises', (_, text) => {
  expect(Object.values(promises(text))).toContain('refuted');
});
