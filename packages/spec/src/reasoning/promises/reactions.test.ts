import { expect, test } from 'vitest';
import type { Verdict } from '../../application.ts';
import { compile } from '../../compile.ts';

/** Things whose size a reaction takes back; `never` is the promise. */
function judged(reactions: string, never: string): Verdict | undefined {
  const text = `ninefold: 1
roles: { boss: { thing: { create: true, read: true }, user: { refer: true }, runtime: [users] } }
entities: { thing: { fields: { size: { type: integer }, last: { type: reference, to: user, read_only: true } } } }
states:
  thing:
    initial: a
    states: { a: {}, b: {}, c: { final: true } }
    transitions:
      send: { from: a, to: b, by: boss, set: { last: = user } }
      end: { from: b, to: c, by: boss }
${reactions}rules: { thing: { p: { never: '${never}' } } }
`;
  const { verdicts, issues } = compile([{ path: 'app.yaml', text }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  return verdicts.find(({ id }) => id === 'NF0606');
}

const REACTION = (when: string): string => `    reactions: { over: { when: '${when}', set: { size: 0 } } }\n`;

test.each([
  ['record.size > 5', 'transition == "end" && record.size > 5'],
  ['filled(record.last)', 'transition == "end" && record.size == 5'],
  ['record.state == "b"', 'transition == "end" && record.size == 5'],
])('no example goes through a step after which a reaction writes: %s', (when, never) => {
  expect(judged('', never)?.verdict).toBe('refuted');
  expect(judged(REACTION(when), never)?.verdict).toBe('undecided');
});

test('an example goes by where no reaction fires', () => {
  const { verdict, steps = [] } = judged(REACTION('record.size > 5'), 'transition == "end" && record.size > 4') ?? {};
  expect(verdict).not.toBe('proved');
  expect(judged(REACTION('record.size > 5'), 'transition == "end" && record.size == 5')?.verdict).toBe('refuted');
  expect(steps.every(({ values }) => values['record.size'] === 5)).toBe(true);
});

/** The steps that break a promise, which a reaction takes with them; `when` and what stands beside it are the reaction's. */
function broken(reaction: string, never: string): readonly string[] | string {
  const { verdict = '', steps = [] } = judged(`    reactions: { over: { ${reaction} } }\n`, never) ?? {};
  return verdict === 'refuted' ? steps.map(({ name, actor }) => (actor === 'system' ? `${name}!` : name)) : verdict;
}

test.each([
  ["when: 'record.size > 5', set: { size: 0 }", ['create', 'over!']],
  ['when: \'record.state == "b"\', set: { size: 0 }', ['create', 'send', 'over!']],
  ['every: { days: 1, at: "08:00" }, when: \'record.size > 5\', set: { size: 0 }', ['create', 'over!']],
])('what a reaction writes breaks a promise, after what makes it fire: %s', (reaction, steps) => {
  expect(broken(reaction, 'transition == null && record.size == 0 && before.size == 6')).toEqual(steps);
});

test('what a reaction writes is known, and it fires only while its condition holds', () => {
  const over = "when: 'record.size > 5', set: { size: = record.size - 5 }";
  const never = (size: string): string =>
    `transition == null && !creating && blank(record.changed_by) && record.size ${size}`;
  expect(broken(over, never('== 2'))).toEqual(['create', 'over!']);
  expect(broken(over, never('< 1'))).toBe('proved');
  expect(broken(over, 'blank(record.changed_by) && before.state != record.state')).toBe('proved');
});

test('a reaction that writes nothing new breaks nothing, nor does one that writes what the promise does not read', () => {
  const never = 'blank(record.changed_by) && record.size == 7 && before.size == 7';
  expect(broken("when: 'record.size > 5', set: { size: 7 }", never)).toBe('proved');
  expect(broken("when: 'record.size > 5', set: { last: = record.last }", 'blank(record.changed_by)')).not.toContain(
    'over!',
  );
  const other = "when: 'record.size > 5', set: { last: = record.created_by }";
  expect(broken(other, 'blank(record.changed_by) && record.size == 7')).toBe('undecided'); // it is the last to write
  expect(broken(other, 'blank(record.changed_by) && record.size == 7 && filled(record.last)')).toEqual([
    'create',
    'over!',
  ]);
});
