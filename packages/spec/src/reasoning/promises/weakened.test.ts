import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';

/** An approval by two persons: whoever asked, and whoever looked first, must not be the one who pays. */
const SPECIFICATION = (guard: string, roles: number): string => `ninefold: 1
purpose: { currency: EUR }
roles:
  clerk: { members: everyone, claim: { create: record.owner == user, read: true, update: record.owner == user && record.state == "asked", fields: { first: read } } }
${Array.from({ length: roles }, (_, index) => `  boss${String(index)}: { includes: clerk, runtime: [users], claim: { read: true, update: true, fields: { first: read } } }\n`).join('')}
entities:
  user: { fields: { team: { type: reference, to: team } } }
  team: { fields: { name: { type: string } } }
  claim:
    fields:
      owner: { type: reference, to: user, required: true, default: = user, immutable: true }
      first: { type: reference, to: user, read_only: true }
      sum: { type: money, required: true, min: 0 }
      urgent: { type: boolean }
      day: { type: date }
states:
  claim:
    initial: asked
    states: { asked: {}, seen: {}, paid: { final: true, locked: true } }
    transitions:
      look: { from: asked, to: seen, by: [${names(roles)}], when: user != record.owner, set: { first: = user } }
      pay: { from: seen, to: paid, by: [${names(roles)}], when: '${guard}' }
      back: { from: seen, to: asked, by: [${names(roles)}] }
rules:
  claim:
    two_persons: { never: transition == "pay" && (user == record.first || user == record.owner) }
    two_by_history: { never: 'transition == "pay" && user in record.did.look && user == record.first' }
`;

function names(roles: number): string {
  return Array.from({ length: roles }, (_, index) => `boss${String(index)}`).join(', ');
}

function judged(guard: string, roles: number): readonly string[] {
  const { verdicts } = compile([{ path: 'app.yaml', text: SPECIFICATION(guard, roles) }]);
  return verdicts
    .filter(({ id }) => id === 'NF0606')
    .map(({ verdict, example }) => (verdict === 'refuted' ? `refuted ${example.split(': ')[0] ?? ''}` : verdict));
}

const STRONG = 'user != record.first && user != record.owner';

test('a guard of two persons is proved, however many roles there are', () => {
  expect([1, 3, 7].map((roles) => judged(STRONG, roles))).toEqual(Array(3).fill(['proved', 'proved']));
});

/** What leaves somebody a way around the comparison with whoever looked first. */
const weakening = fc.constantFrom(
  ...['record.urgent', 'record.sum < 100', 'record.day < today', 'record.owner.team == user.team', 'blank(record.day)'],
  ...['record.sum * 2 < 50', 'filled(user.team)', 'has_role(user, boss0)', 'record.day <= today + days(3)'],
);

test('a guard that is weakened turns the promise into one that is broken, with the steps', () => {
  const seed = Date.now() % 1_000_000;
  fc.assert(
    fc.property(weakening, fc.integer({ min: 1, max: 6 }), (weak, roles) => {
      const guard = `(user != record.first || ${weak}) && user != record.owner`;
      const steps = 'refuted create → look → pay';
      expect([seed, guard, roles, judged(guard, roles)]).toEqual([seed, guard, roles, [steps, steps]]);
    }),
    { seed, numRuns: 25 },
  );
  expect(judged('user != record.owner', 2)).toEqual(['refuted create → look → pay', 'refuted create → look → pay']);
  expect(judged('user != record.first', 2)).toEqual(['refuted create → look → pay', 'proved']); // by the owner
});
