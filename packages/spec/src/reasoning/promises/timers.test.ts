import { expect, test } from 'vitest';
import type { Verdict } from '../../application.ts';
import { compile } from '../../compile.ts';

/** Things that a timer ends; `timer` stands in its transition, `never` is the promise. */
const SPECIFICATION = (timer: string, never: string, send = ''): string => `ninefold: 1
limits: { wait: { type: integer, value: 3 } }
roles: { boss: { thing: all, user: { refer: true }, runtime: [users] } }
entities:
  thing:
    fields:
      owner: { type: reference, to: user }
      day: { type: date }
      due: { type: datetime }
      last: { type: reference, to: user, read_only: true }
states:
  thing:
    initial: a
    states: { a: {}, b: {}, c: { final: true } }
    transitions:
      send: { from: a, to: b, by: boss${send} }
      end: { from: b, to: c, ${timer} }
rules: { thing: { p: { never: '${never}' } } }
`;

function judged(timer: string, never: string, send?: string): Verdict | undefined {
  const { verdicts, issues } = compile([{ path: 'app.yaml', text: SPECIFICATION(timer, never, send) }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  return verdicts.find(({ id }) => id === 'NF0606');
}

const AFTER = 'after: = days(limits.wait)';

test.each([
  ['set: { last: = user }', 'transition == "end" && blank(record.last)'],
  ['when: true', 'transition == "end" && size(record.did.end) == 0'],
  ["when: '!has_role(user, boss)'", 'record.state == "c"'],
])('a timer knows no user: what no person could do breaks a promise, %s', (more, never) => {
  expect(judged(`by: boss, ${more}`, never)?.verdict).not.toBe('refuted');
  const { verdict, steps = [] } = judged(`${AFTER}, ${more}`, never) ?? {};
  expect(verdict).toBe('refuted');
  expect(steps.map(({ name, actor }) => [name, actor === 'system'])).toEqual([
    ['create', false],
    ['send', false],
    ['end', true],
  ]);
});

test.each(['record.owner == user', 'record.owner != user', 'user in record.did.send'])(
  'a timer is never fired by a comparison with its user: %s',
  (guard) => {
    const never = 'record.state == "c"';
    expect(judged(`by: boss, when: '${guard}'`, never)?.verdict).toBe('refuted');
    expect(judged(`${AFTER}, when: '${guard}'`, never)?.verdict).toBe('proved');
  },
);

test('a timer is nobody who has a role, a value of a person, or has fired a transition', () => {
  const ended = (of: string): string => `transition == "end" && ${of}`;
  expect(judged('by: boss', ended('has_role(user, boss)'))?.verdict).toBe('refuted');
  expect(judged(AFTER, ended('has_role(user, boss)'))?.verdict).toBe('proved');
  expect(judged('by: boss', ended('filled(user.email)'))?.verdict).toBe('refuted');
  expect(judged(AFTER, ended('filled(user.email)'))?.verdict).toBe('proved');
  expect(judged(AFTER, 'record.state == "c" && size(record.did.end) > 0')?.verdict).not.toBe('refuted');
});

test.each([
  ['day', 'today', 'days(1)'],
  ['due', 'now', 'hours(1)'],
])('a timer at a moment does not fire before it, nor without it: %s', (field, clock, more) => {
  const at = `at: = record.${field}`;
  const ended = (of: string): string => `transition == "end" && ${of}`;
  expect(judged(at, ended(`record.${field} >= ${clock} + ${more}`))?.verdict).toBe('proved');
  expect(judged(at, ended(`blank(record.${field})`))?.verdict).toBe('proved');
  expect(judged(at, ended(`record.${field} <= ${clock}`))?.verdict).toBe('refuted');
  expect(judged(AFTER, ended(`record.${field} > ${clock}`))?.verdict).toBe('refuted');
});

test('what comes before a timer is as much earlier as it waits', () => {
  const { steps = [] } =
    judged(AFTER, 'transition == "end" && record.day < today', ", when: 'record.day > today'") ?? {};
  const [sent, ended] = [steps.at(-2), steps.at(-1)].map((step) => Date.parse(String(step?.values['today'])));
  expect((ended ?? 0) - (sent ?? 0)).toBe(3 * 24 * 60 * 60 * 1000);
  const never = 'transition == "end" && record.day < today && record.day >= today + days(-2)';
  expect(judged(AFTER, never, ", when: 'record.day <= today'")?.verdict).not.toBe('refuted');
});
