import { expect, test } from 'vitest';
import type { Node } from '../ir/expression.ts';
import {
  BOOLEAN,
  call,
  expression,
  guarded,
  literal,
  NUMBER,
  path,
  record,
  recordOf,
  SCOPE,
  TEXT,
} from '../testing/build.ts';
import { holds } from './evaluate.ts';

const yes = literal(true, BOOLEAN);
const no = literal(false, BOOLEAN);
const mine = guarded('eq', path('record.team', recordOf('team')), path('user.team', recordOf('team')));
const lowered = guarded('eq', path('record.name', TEXT), call('lower', TEXT, path('user.name', TEXT)));
const text = (value: string) => literal(value, TEXT);

/** Every one of these would be true if an undecided comparison counted as false. */
const DOORS: readonly (readonly [string, Node])[] = [
  ['a negation', call('not', BOOLEAN, mine)],
  ['a comparison with false', call('eq', BOOLEAN, mine, no)],
  ['a comparison with true', call('ne', BOOLEAN, mine, yes)],
  ['a choice', call('if', BOOLEAN, mine, no, yes)],
  ['the text of a choice', call('ne', BOOLEAN, call('if', TEXT, mine, text('a'), text('b')), text('a'))],
  ['the text of a verdict', call('ne', BOOLEAN, call('text', TEXT, mine), text('true'))],
  ['a blank that a function gives', lowered],
  ['its negation', call('not', BOOLEAN, lowered)],
];

test.each(DOORS)('no door opens by %s while the user side is blank', (_, tree) => {
  const scope = { ...SCOPE, user: { id: 'u1', team: null, name: null }, record: record({ team: null, name: null }) };
  expect(holds(expression(tree), scope) === true).toBe(false);
});

test('the quotient is whole, towards zero', () => {
  const quotient = (a: string, b: string) => call('quotient', NUMBER, literal(a, NUMBER), literal(b, NUMBER));
  const equals = (tree: Node, value: string | null) =>
    holds(expression(call('eq', BOOLEAN, tree, literal(value, NUMBER))), SCOPE);
  expect(equals(quotient('7', '2'), '3')).toBe(true);
  expect(equals(quotient('-7', '2'), '-3')).toBe(true);
  expect(equals(quotient('7', '0'), null)).toBe(true);
});

test('whether a text is a secret only the server knows; a blank on either side opens nothing, negated or not', () => {
  const secret = { kind: 'secret' } as const;
  const verify = call('verify', BOOLEAN, path('input.code', secret), path('record.pin', secret));
  const verdict = (code: string | null, pin: true | null, known?: boolean) => {
    const scope = { ...SCOPE, input: { code }, record: record({ pin }) };
    const knowing = known === undefined ? scope : { ...scope, verified: new Map([[verify, known]]) };
    return [verify, call('not', BOOLEAN, verify)].map((tree) => holds(expression(tree), knowing));
  };
  expect(verdict('1', true)).toEqual([undefined, undefined]);
  expect(verdict('1', true, true)).toEqual([true, false]);
  expect(verdict('1', true, false)).toEqual([false, true]);
  expect([verdict(null, true, true), verdict('1', null, true)]).toEqual([
    [false, false],
    [false, false],
  ]);
  expect(holds(expression(verify), { ...SCOPE, record: record({ pin: true }) })).toBeUndefined();
});
