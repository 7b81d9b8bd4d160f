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
