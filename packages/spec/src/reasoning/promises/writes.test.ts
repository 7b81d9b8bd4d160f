import { expect, test } from 'vitest';
import type { Verdict } from '../../application.ts';
import { compile } from '../../compile.ts';

/** Things that `go` moves from a to b; `more` are its keys, `create` is the transition of that name, `never` the promise. */
function judged(
  never: string,
  { more = '', create = '', fields = '', states = '', grants = 'all' } = {},
): Verdict | undefined {
  const text = `ninefold: 1
roles: { boss: { thing: ${grants}, part: all, team: all, user: { refer: true }, runtime: [users] } }
entities:
  team: { fields: { name: { type: string } } }
  part: { fields: { team: { type: reference, to: team } } }
  thing:
    fields:
      size: { type: integer }
      part: { type: reference, to: part }
      next: { type: reference, to: part }
      team: { type: reference, to: team, copy: record.part.team, read_only: true }
${fields}states:
  thing:
    initial: a
    states: { a: {}, b: {}, c: { final: true } }
    transitions:
${create}      go: { from: a, to: b, by: boss${more} }
      end: { from: b, to: c, by: boss }
${states}rules: { thing: { p: { never: '${never}' } } }
`;
  const { verdicts, issues } = compile([{ path: 'app.yaml', text }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  return verdicts.find(({ id }) => id === 'NF0606');
}

const stepsOf = (verdict: Verdict | undefined): readonly string[] | undefined =>
  verdict?.steps?.map(({ name }) => name);

test('a record begins in each state to which a list of `to` of its creation leads', () => {
  const create = '      create: { to: [{ to: b, when: record.size > 3 }, a], by: boss }\n';
  const never = 'transition == "end" && size(record.did.go) == 0';
  expect(judged(never)?.verdict).not.toBe('refuted');
  expect(stepsOf(judged(never, { create }))).toEqual(['create', 'end']);
  expect(judged('creating && record.state == "b" && record.size < 3', { create })?.verdict).toBe('proved');
  const { steps = [] } = judged('creating && record.state == "b"', { create }) ?? {};
  expect(Number(steps[0]?.values['record.size'])).toBeGreaterThan(3);
});

test('a list of `to` leads to the first state whose condition holds, after what the transition sets', () => {
  const branch = (never: string): string | undefined =>
    judged(never, {
      states: `  thing.shelf:
    initial: low
    states: { low: {}, high: {}, top: { final: true } }
    transitions: { lift: { from: low, to: [{ to: top, when: record.size > 5 }, high], by: boss, set: { size: = record.size + 1 } }, on: { from: high, to: top, by: boss } }
`,
    })?.verdict;
  expect(branch('transition == "lift" && record.shelf == "top" && record.size <= 5')).toBe('proved');
  expect(branch('transition == "lift" && record.shelf == "high" && record.size > 5')).toBe('proved');
  expect(branch('transition == "lift" && record.shelf == "top" && record.size == 6')).toBe('refuted');
});

test.each(['state_since', 'state_final', 'changed_at', 'changed_by'])(
  'what a step says of itself may be otherwise after it: %s',
  (name) => {
    expect(judged(`transition == "end" && record.${name} != before.${name}`)?.verdict).not.toBe('proved');
  },
);

test('what a step says of itself is known: now, and the one who makes it', () => {
  expect(judged('transition == "go" && record.changed_by != user')?.verdict).toBe('proved');
  expect(judged('transition == "go" && record.state_since < now')?.verdict).toBe('proved');
  expect(judged('creating && record.created_at != now')?.verdict).toBe('proved');
});

test('a copy follows the reference that a transition sets', () => {
  const [grants, more] = ['{ create: true, read: true }', ', set: { part: = record.next }'];
  const never = 'transition == "go" && record.team != before.team';
  expect(judged(never, { grants })?.verdict).toBe('proved');
  expect(judged(never, { grants, more })?.verdict).not.toBe('proved');
  const other = 'transition == "go" && record.team != record.next.team && record.next != before.part';
  expect(judged(other, { grants, more })?.verdict).toBe('proved');
});

test('nothing of a new record was there before, not even what is worked out or follows from conditions', () => {
  const states = `  thing.level:
    states: { low: {}, high: {} }
    derived: [{ state: low, when: record.size < 5 }, { state: high }]
`;
  expect(judged('creating && before.level == "high"', { states })?.verdict).toBe('proved');
  expect(judged('record.level == "low" && before.level == "high"', { states })?.verdict).not.toBe('proved');
  expect(stepsOf(judged('creating && record.level == "high"', { states }))).toEqual(['create']);
});

test('what a creation sets is set upon what was given, and what nobody gives is blank', () => {
  const fields = '      count: { type: integer, read_only: true, default: 0 }\n';
  const create = '      create: { to: a, by: boss, set: { count: = record.count + 1 } }\n';
  expect(judged('creating && record.count > 1', { fields, create })?.verdict).toBe('proved');
  expect(judged('creating && record.count == 1', { fields, create })?.verdict).toBe('refuted');
});

test('what leads back leads to the state before', () => {
  const back = ', when: record.size > 0 }\n      back: { from: b, to: previous, by: boss';
  expect(stepsOf(judged('transition == "back" && record.state == "a"', { more: back }))).toEqual([
    'create',
    'go',
    'back',
  ]);
  expect(judged('transition == "back" && record.state == "c"', { more: back })?.verdict).not.toBe('refuted');
});
