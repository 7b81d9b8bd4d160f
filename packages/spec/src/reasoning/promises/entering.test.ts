import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';

/** What is told of the promise that a thing is never in this state without its mark: `proved`, or the steps that break it. */
function told(states: string, transitions: readonly string[], never: string): string {
  const text = `ninefold: 1
roles: { boss: { thing: { create: true, read: true }, runtime: [users] } }
entities: { thing: { fields: { size: { type: integer }, mark: { type: boolean, read_only: true } } } }
states:
  thing:
    initial: a
    states: { ${states} }
    transitions:
${transitions.map((one) => `      ${one}\n`).join('')}rules: { thing: { p: { never: '${never}' } } }
`;
  const { verdicts, issues } = compile([{ path: 'app.yaml', text }]);
  const mistakes = issues.filter(({ severity }) => severity === 'error');
  if (mistakes.length > 0) throw new Error(JSON.stringify(mistakes));
  const found = verdicts.find(({ id }) => id === 'NF0606');
  return found?.verdict === 'refuted'
    ? (found.steps ?? []).map(({ name }) => name).join(' → ')
    : String(found?.verdict);
}

const THREE = 'a: {}, b: {}, c: { final: true }';
const UNMARKED = 'record.state == "c" && !record.mark';

test('a new record is also where a condition of its creation puts it', () => {
  const made = 'create: { to: [{ to: b, when: record.size > 5 }, a], by: boss }';
  const marked = 'finish: { from: a, to: c, by: boss, set: { mark: true } }';
  expect(told(THREE, [made, marked, 'end: { from: b, to: c, by: boss }'], UNMARKED)).toBe('create → end');
  expect(told(THREE, [marked, 'end: { from: b, to: c, by: boss }'], UNMARKED)).toBe('proved');
  const closed = made.replace('record.size > 5', 'record.mark');
  expect(told(THREE, [closed, marked, 'end: { from: b, to: c, by: boss }'], UNMARKED)).toBe('undecided');
});

test('one of several states is entered where its condition is the first that holds', () => {
  const go = (to: string, set = ''): string => `go: { from: a, to: ${to}, by: boss${set} }`;
  const big = 'record.state == "b" && record.size < 5';
  expect(told(THREE, [go('[{ to: b, when: record.size >= 5 }, c]')], big)).toBe('proved');
  expect(told(THREE, [go('[{ to: b, when: record.size >= 4 }, c]')], big)).toBe('create → go');
  expect(told(THREE, [go('[{ to: c, when: record.size < 5 }, b]')], big)).toBe('proved');
  expect(told(THREE, [go('[{ to: c, when: record.size < 4 }, b]')], big)).toBe('create → go');
  // the conditions see what the transition has set, and the state that it leaves
  expect(told(THREE, [go('[{ to: b, when: record.size >= 5 }, c]', ', set: { size: 5 }')], big)).toBe('proved');
  expect(told(THREE, [go('[{ to: b, when: record.state == "b" }, c]')], 'record.state == "b"')).toBe('proved');
});

test('a transition that leads back leads where the record was, and nowhere from where it began', () => {
  const on = ['on: { from: a, to: b, by: boss }', 'end: { from: b, to: c, by: boss }'];
  const states = 'a: {}, b: {}, c: {}';
  const back = (from: string): string => `back: { from: ${from}, to: previous, by: boss }`;
  const away = 'away: { from: c, to: a, by: boss }';
  expect(told(states, [...on, back('a')], 'transition == "back"')).toBe('proved');
  expect(told(states, [...on, away, back('a')], 'transition == "back"')).toBe('create → on → end → away → back');
  const toC = 'transition == "back" && record.state == "c"';
  expect(told(states, [...on, back('any')], toC)).toBe('create → on → end → back → back');
  expect(told(states, [...on, back('[a, b]')], toC)).toBe('proved');
});

test('no promise counts as proved because a life cycle has too many places to follow', () => {
  const names = Array.from({ length: 20 }, (_, index) => `s${String(index)}`);
  const states = ['a', ...names].map((name) => `${name}: {}`).join(', ');
  const any = `[${['a', ...names].join(', ')}]`;
  const ways = names.map((name) => `to_${name}: { from: ${any}, to: ${name}, by: boss }`);
  const rest = ['end: { from: s3, to: c, by: boss }', 'back: { from: any, to: previous, by: boss }'];
  expect(told(`${states}, c: {}`, [...ways, ...rest], UNMARKED)).toBe('create → to_s3 → end');
});
