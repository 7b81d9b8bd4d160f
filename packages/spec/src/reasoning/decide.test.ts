import fc from 'fast-check';
import { evaluate, limitValues, type Expression, type Model, type Scope, type Wire } from '@ninefold/model';
import { expect, test } from 'vitest';
import { compile } from '../compile.ts';
import { checkExpression } from '../expressions/check.ts';
import { COMMON_VARIABLES } from '../expressions/schema/place.ts';
import { schemaOf } from '../expressions/schema/schema-of.ts';
import { decide, type Answer } from './decide.ts';

const SPECIFICATION = `ninefold: 1
roles: { boss: { thing: all, team: all, runtime: [users] }, clerk: {} }
entities:
  user: { fields: { team: { type: reference, to: team } } }
  team: { fields: { name: { type: string }, big: { type: boolean } } }
  thing:
    fields:
      a: { type: integer }
      b: { type: integer }
      m: { type: number }
      word: { type: string }
      kind: { type: choice, options: [low, mid, high] }
      done: { type: boolean }
      owner: { type: reference, to: user }
      other: { type: reference, to: user }
      team: { type: reference, to: team }
      from: { type: date }
      until: { type: date }
      due: { type: datetime }
      rows: { type: lines, fields: { n: { type: integer, min: 0 } } }
      sum: { type: integer, computed: record.a + 1 }
      rounded: { type: number, computed: record.m + 0.005 }
      twice: { type: boolean, computed: record.a > 5 && record.done }
limits: { top: { type: integer, value: 10 } }
`;

const { application } = compile([{ path: 'app.yaml', text: SPECIFICATION }]);
const model = application?.model as Model;

function parsed(source: string, guarded = false): Expression {
  const { expression, issues } = checkExpression(source, {
    variables: {
      ...COMMON_VARIABLES,
      record: { kind: 'record', entity: 'thing' },
      user: { kind: 'record', entity: 'user' },
      transition: { kind: 'text' },
      creating: { kind: 'boolean' },
    },
    schema: schemaOf(model),
    guarded,
    expects: 'boolean',
  });
  if (expression === null) throw new Error(`${source}: ${JSON.stringify(issues)}`);
  return expression;
}

function ask(source: string, guarded = false): Answer {
  const { tree } = parsed(source, guarded);
  if (tree === null) throw new Error(source);
  return decide({ model, entity: 'thing', goals: [{ tree, holds: true }] });
}

test.each([
  'record.a > 3 && record.a < 4',
  'record.a > 3 && record.a < 2',
  'record.a < record.b && record.b < record.a',
  'record.kind == "low" && record.kind == "high"',
  'record.kind != "low" && record.kind != "mid" && record.kind != "high" && filled(record.kind)',
  'record.owner == user && record.owner.team != user.team',
  'record.owner == user && record.other == user && record.owner != record.other',
  'record.twice && !record.done',
  'record.twice && record.a == 5',
  'record.a > limits.top && record.a <= 10',
  'blank(record.team) && record.team.big',
  'record.from < record.until && record.until < today && today < record.from',
  'has_role(user, clerk) && !("clerk" in user.roles) && !("boss" in user.roles)',
  'or_else(record.a, 1) == 7 && or_else(record.a, 1) == 8',
  'record.from < record.from',
  'creating && !creating',
  'record.a + 1 > 5 && record.a < 4',
  'record.a + 1 < record.a',
  '2 * record.m - 1 > 5 && record.m <= 3',
  '-record.a > 3 && record.a > -3',
  '10 - record.a >= record.a && record.a > 5',
  'record.m + 0.5 == 1 && record.m != 0.5',
  'record.sum == 3 && record.a != 2 && filled(record.a)',
  'record.from > today + days(3) && record.from < today',
  'today - record.from > 3 && record.from >= today - days(3)',
  'record.from + weeks(1) < today && record.from > today - days(7)',
  'record.due < now - hours(3) && record.due > now - minutes(180)',
  'record.due < now - days(3) && record.due > now - days(2)',
  'record.from == today + days(limits.top) && record.from != today + days(10)',
  // what no choice of values stands for has a value of its own
  'size(record.word) > 3 && size(record.word) < 2',
  'size(record.word) < 0',
  'size(record.word) > 3 && blank(record.word)',
  'record.a + record.b > 5 && record.b + record.a < 3',
  'record.a + record.b - 1 > 5 && record.a + record.b < 3',
  'record.a * record.b > 10 && blank(record.a)',
  'record.word.starts_with("x") && blank(record.word)',
  'record.word.contains("x") && !record.word.contains("x")',
  'record.word.starts_with("x") && record.word == "y"',
  'record.rows.all(r, r.n > 1) && !record.rows.all(r, r.n > 1)',
  'record.rows.exists(r, r.n > 1) && record.rows.all(r, !(r.n > 1))',
  'sum(record.rows.map(r, r.n)) > 3 && sum(record.rows.map(r, r.n)) < 3',
  'record.m < record.a && record.a < record.m',
  'month(record.from) > 12',
  'record.word < "b" && !(record.word < "b")',
])('proves that nothing makes true: %s', (source) => {
  expect(ask(source)).toEqual({ verdict: 'impossible' });
});

test.each([
  ['record.a > 3 && record.a < 5', { 'record.a': 4 }],
  ['record.m > 3 && record.m < 4', { 'record.m': '3.01' }],
  ['!(record.a < record.b)', { 'record.a': 0, 'record.b': 0 }],
  ['record.owner == user && record.owner.team == record.team && filled(record.team)', {}],
  ['record.twice', { 'record.a': 6, 'record.done': true }],
  ['creating && transition == "create"', { creating: true, transition: 'create' }],
  ['record.from < today', {}],
  ['record.a + 1 > 5 && record.a < 5.5', { 'record.a': 5 }],
  ['!(record.a + 1 > 5) && record.a > 10', { 'record.a': 999_999_999_999_999 }], // too large to have a value
  ['3 * record.m == 1.5', { 'record.m': '0.50' }],
  ['record.sum == 3', { 'record.a': 2 }],
  ['record.rounded == 1.01 && record.m == 1', { 'record.m': '1.00' }],
  ['record.from > today + days(3) && record.from < today + days(5)', {}],
  ['today - record.from > 2.5 && today - record.from < 3.5', {}],
  ['record.due < now - hours(3) && record.due > now - hours(4)', {}],
  ['record.due + hours(3) < now', {}],
  ['record.a + record.b > 100 && record.a < 50', {}],
  ['size(record.word) > 20', {}],
  ['record.word.starts_with("SD-")', { 'record.word': 'SD-' }],
  ['record.word < "b"', {}],
  ['record.rows.all(r, r.n > 1)', { 'record.rows': [] }],
  ['record.m * record.a > 12', {}],
  ['hour(record.due) >= 8 && hour(record.due) < 12', {}], // a number beside an instant
  ['month(record.from) == 3', {}],
])('finds an example of %s', (source, values) => {
  const answer = ask(source);
  const { example, scope } = answer.verdict === 'possible' ? answer : { example: new Map(), scope: null };
  expect(Object.fromEntries(example)).toMatchObject(values);
  expect(scope && evaluate(parsed(source), scope)).toBe(true);
});

test.each([
  'record.word.contains("x") && record.word.starts_with("y") && !record.word.contains("y")',
  'record.rows.all(r, r.n > 1) && record.rows.exists(r, r.n < 1)',
  'record.a + 1 < record.b && record.b < record.a',
  'record.until > record.from + days(3) && record.until < record.from',
  'record.m * record.m < 0',
  'record.m * 0.5 > 3 && record.m < 1',
  'record.rounded == 1.005',
  'record.due < now - days(1) && record.due > now - hours(24)',
  'record.due + days(1) < now && record.due > now',
  'record.due < now && record.from > today && record.from < today',
])('says that it cannot decide: %s', (source) => {
  expect(ask(source).verdict).toBe('undecided');
});

test('a blank user side opens nothing in a guard, and everything outside of one', () => {
  expect(ask('record.team == user.team && blank(record.team)').verdict).toBe('possible');
  expect(ask('record.team == user.team && blank(record.team)', true)).toEqual({ verdict: 'impossible' });
});

/* Random conditions over small domains, held against every combination of values. */

const INTEGERS: readonly Wire[] = [null, 0, 1, 2, 3, 4];
const VALUES: Readonly<Record<string, readonly Wire[]>> = {
  a: INTEGERS,
  b: INTEGERS,
  kind: [null, 'low', 'mid', 'high'],
  word: [null, 'x', 'y', 'z'],
  done: [false, true],
  owner: [null, { id: 'user 1' }, { id: 'user 2' }],
};

const number = fc.constantFrom('record.a', 'record.b', '1', '2', '3');
const text = fc.constantFrom('record.word', '"x"', '"y"');
const atom = fc.oneof(
  fc.tuple(number, fc.constantFrom('<', '<=', '>', '>=', '==', '!='), number).map((parts) => parts.join(' ')),
  fc.tuple(text, fc.constantFrom('==', '!='), text).map((parts) => parts.join(' ')),
  fc.constantFrom(
    ...['record.done', 'blank(record.a)', 'filled(record.kind)', 'record.owner == user', 'record.owner != user'],
    ...['record.kind == "low"', 'record.kind in ["mid", "high"]', 'or_else(record.a, record.b) > 1', 'record.twice'],
    ...['record.a + 1 > 3', '2 * record.b - 1 < 4', '5 - record.a == record.a', 'record.sum == 4', '-record.b < -2'],
    ...['(record.done ? record.a : record.b) < 2', 'max(record.a, record.b) == 3'],
  ),
);
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    atom,
    tie('condition').map((inner) => `!(${inner})`),
    fc.tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition')).map(([a, op, b]) => `(${a} ${op} ${b})`),
  ),
}));

function* everyScope(): Generator<Scope> {
  const names = Object.keys(VALUES);
  const total = names.reduce((product, name) => product * (VALUES[name]?.length ?? 1), 1);
  for (let code = 0; code < total; code += 1) {
    const record: Record<string, Wire> = { id: 'thing 1' };
    let rest = code;
    for (const name of names) {
      const values = VALUES[name] ?? [];
      record[name] = values[rest % values.length] ?? null;
      rest = Math.floor(rest / values.length);
    }
    record['sum'] = typeof record['a'] === 'number' ? record['a'] + 1 : null;
    record['twice'] = Number(record['a'] ?? 0) > 5 && record['done'] === true;
    const user = { id: 'user 1' };
    yield { record, user, limits: limitValues(model), now: '', today: '', timeZone: 'UTC' };
  }
}

const SCOPES = [...everyScope()];

test('whatever it proves has no counterexample among all small values, and whatever it finds is true', () => {
  const seen = { impossible: 0, possible: 0, undecided: 0 };
  fc.assert(
    fc.property(condition, fc.boolean(), (source, guarded) => {
      const expression = parsed(source, guarded);
      const answer = ask(source, guarded);
      seen[answer.verdict] += 1;
      const counterexample = SCOPES.find((scope) => evaluate(expression, scope) === true);
      const isRight = {
        impossible: counterexample === undefined,
        possible: 'scope' in answer && evaluate(expression, answer.scope) === true,
        undecided: true,
      };
      expect([source, guarded, isRight[answer.verdict]]).toEqual([source, guarded, true]);
    }),
    { numRuns: 400, seed: 7 },
  );
  expect(seen.undecided).toBe(0);
  expect(seen.impossible).toBeGreaterThan(5);
  expect(seen.possible).toBeGreaterThan(100);
});

/* The same for days that are counted from today. */

const offset = fc.integer({ min: -4, max: 4 });
const sign = fc.constantFrom('<', '<=', '>', '>=', '==', '!=');
const dayAtom = fc.oneof(
  fc.tuple(sign, offset).map(([op, days]) => `record.from ${op} today + days(${String(days)})`),
  fc.tuple(sign, offset).map(([op, days]) => `today - record.from ${op} ${String(days / 2)}`),
  fc.tuple(offset, sign).map(([days, op]) => `record.from + days(${String(days)}) ${op} today`),
  fc.tuple(sign, offset).map(([op, days]) => `record.from - today ${op} ${String(days)}`),
  fc.constantFrom('record.from < today', 'blank(record.from)', 'record.from == today'),
);
const dayCondition = fc
  .array(fc.tuple(dayAtom, fc.boolean()), { minLength: 1, maxLength: 4 })
  .map((atoms) => atoms.map(([source, isNegated]) => (isNegated ? `!(${source})` : source)).join(' && '));
const EVERY_DAY = [
  ...Array.from({ length: 13 }, (_, index) => `2026-03-${String(index + 4).padStart(2, '0')}`),
  ...Array.from({ length: 5 }, (_, index) => `0001-01-0${String(index + 1)}`), // what is moved beyond the calendar is blank
  ...Array.from({ length: 5 }, (_, index) => `9999-12-${String(index + 27)}`),
];

test('days from today: what it proves has no counterexample, and what it finds is true', () => {
  const seen = { impossible: 0, possible: 0, undecided: 0 };
  fc.assert(
    fc.property(dayCondition, (source) => {
      const expression = parsed(source);
      const answer = ask(source);
      seen[answer.verdict] += 1;
      const scopes = [null, ...EVERY_DAY].map((from) => ({
        ...{ record: { id: 'thing 1', from }, user: { id: 'user 1' }, limits: {} },
        ...{ now: '2026-03-10T09:00:00.000Z', today: '2026-03-10', timeZone: 'UTC' },
      }));
      const isPossible = scopes.some((scope) => evaluate(expression, scope) === true);
      expect([source, answer.verdict]).toEqual([source, isPossible ? 'possible' : 'impossible']);
    }),
    { numRuns: 400, seed: 11 },
  );
  expect(seen.impossible).toBeGreaterThan(50);
  expect(seen.possible).toBeGreaterThan(50);
});
