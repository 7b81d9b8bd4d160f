import { describe, expect, test } from 'vitest';
import {
  BOOLEAN,
  call,
  DATE,
  expression,
  guarded,
  literal,
  NUMBER,
  path,
  record,
  recordOf,
  SCOPE,
  TEXT,
  variable,
} from '../testing/build.ts';
import { evaluate, holds } from './evaluate.ts';
import type { Node } from '../ir/expression.ts';
import type { Scope } from '../values/value.ts';

const run = (tree: Node, scope: Partial<Scope> = {}) => evaluate(expression(tree), { ...SCOPE, ...scope });
const number = (text: string) => literal(text, NUMBER);
const blank = literal(null, NUMBER);
const yes = literal(true, BOOLEAN);
const cost = path('record.cost', NUMBER);

describe('a blank', () => {
  test('is equal only to a blank', () => {
    expect(run(call('eq', BOOLEAN, blank, blank))).toBe(true);
    expect(run(call('ne', BOOLEAN, blank, number('0')))).toBe(true);
  });
  test.each(['lt', 'le', 'gt', 'ge'])('makes %s false', (fn) => {
    expect(run(call(fn, BOOLEAN, blank, number('1')))).toBe(false);
  });
  test('makes arithmetic blank, and text addition take it as empty', () => {
    expect(run(call('add', NUMBER, blank, number('1')))).toBeNull();
    expect(run(call('add', TEXT, literal(null, TEXT), literal('a', TEXT)))).toBe('a');
  });
  test('is what a path through a blank reference gives', () => {
    expect(run(path('record.category.name', TEXT), { record: record({ category: null }) })).toBeNull();
    expect(run(path('record.category.billable', BOOLEAN), { record: record({ category: null }) })).toBe(false);
  });
});

describe('what is not loaded', () => {
  test('cannot be decided, unless the rest decides alone', () => {
    const scope = { record: record({}) };
    const asked = call('gt', BOOLEAN, cost, number('5'));
    expect(run(asked, scope)).toBeUndefined();
    expect(run(call('and', BOOLEAN, asked, literal(false, BOOLEAN)), scope)).toBe(false);
    expect(run(call('or', BOOLEAN, asked, yes), scope)).toBe(true);
    expect(run(call('and', BOOLEAN, asked, yes), scope)).toBeUndefined();
  });
  test('is never found on a prototype', () => {
    expect(run(path('record.constructor', TEXT), { record: record({}) })).toBeUndefined();
    expect(run(path('record.__proto__', TEXT), { record: record({}) })).toBeUndefined();
  });
});

test('what is no date counts and divides as a blank does', () => {
  const day = path('record.day', DATE);
  const today = literal('2026-03-05', DATE);
  const scope = { record: record({ day: '1,5' }) };
  for (const asked of [
    call('days_between', NUMBER, day, today),
    call('age', NUMBER, day, today),
    call('year', NUMBER, day),
    call('sub', NUMBER, day, today),
    call('workdays', NUMBER, day, today),
  ])
    expect(run(asked, scope)).toBeNull();
});

describe('a guarded comparison', () => {
  const mine = guarded('eq', path('record.team', recordOf('team')), path('user.team', recordOf('team')));
  test('with a blank user side never holds, negated or not', () => {
    const scope = { ...SCOPE, record: record({ team: null }) };
    expect(holds(expression(mine), scope)).toBe(false);
    expect(holds(expression(call('not', BOOLEAN, mine)), scope)).toBe(false);
  });
  test('compares by identity otherwise', () => {
    const scope = {
      ...SCOPE,
      user: { id: 'u1', team: { id: 't1', title: 'One' } },
      record: record({ team: { id: 't1' } }),
    };
    expect(holds(expression(mine), scope)).toBe(true);
    expect(holds(expression(call('not', BOOLEAN, mine)), scope)).toBe(false);
  });
});

test('decimals from the wire are exact', () => {
  expect(
    run(call('eq', BOOLEAN, call('add', NUMBER, cost, number('0.2')), number('0.3')), {
      record: record({ cost: '0.10' }),
    }),
  ).toBe(true);
});

test('quantifiers over lines read the line', () => {
  const lines = {
    node: 'field',
    type: { kind: 'list', of: { kind: 'line', entity: 't', field: 'lines' } },
    of: variable('record', recordOf('t')),
    name: 'lines',
  } as const;
  const sum = call('sum', NUMBER, {
    node: 'macro',
    fn: 'map',
    type: { kind: 'list', of: NUMBER },
    list: lines,
    variable: 'l',
    body: path('l.sum', NUMBER),
  });
  expect(
    run(sum, {
      record: record({
        lines: [
          { id: 'a', sum: '1.10' },
          { id: 'b', sum: null },
          { id: 'c', sum: '2.20' },
        ],
      }),
    }),
  ).toBe(33_000_000_000n);
  expect(run(sum, { record: record({ lines: [] }) })).toBe(0n);
});

test('days added to a date move it, and dates subtract to days', () => {
  const until = call('add', DATE, path('record.from', DATE), call('days', { kind: 'duration' }, number('30')));
  expect(run(until, { record: record({ from: '2026-01-31' }) })).toBe('2026-03-02');
  expect(run(call('sub', NUMBER, until, path('record.from', DATE)), { record: record({ from: '2026-01-31' }) })).toBe(
    300_000_000_000n,
  );
});
