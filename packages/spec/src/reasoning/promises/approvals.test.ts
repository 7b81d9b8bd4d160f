import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';

/** Orders that the bosses approve; `more` stands in the transition, `never` is the promise. */
const SPECIFICATION = (more: string, never: string): string => `ninefold: 1
roles:
  clerk: { members: everyone, order: { create: true, read: true } }
  boss: { includes: clerk, runtime: [users] }
entities:
  order: { fields: { name: { type: string, required: true } } }
states:
  order:
    initial: asked
    states: { asked: { kind: waiting }, approved: { kind: active }, paid: { kind: done, final: true } }
    transitions:
      create: { to: asked, by: clerk }
      approve: { from: asked, to: approved, by: boss${more} }
      pay: { from: approved, to: paid, by: boss }
rules: { order: { promise: { never: '${never}' } } }
`;
const ASKED = ', approvals: { of: users_with(boss), need: 2 }';

function verdict(more: string, never: string): string | undefined {
  const { verdicts } = compile([{ path: 'app.yaml', text: SPECIFICATION(more, never) }]);
  return verdicts.find(({ id }) => id === 'NF0606')?.verdict;
}

test('nobody approves what they have created: a promise of that is proved with approvals alone', () => {
  const never = 'transition == "approve" && user == record.created_by';
  expect(verdict('', never)).toBe('refuted');
  expect(verdict(ASKED, never)).toBe('proved');
});

test('a promise that only steps with approvals could break is never broken by the example of one person', () => {
  expect(verdict('', 'transition == "approve" && record.name == "x"')).toBe('refuted');
  expect(verdict(ASKED, 'transition == "approve" && record.name == "x"')).toBe('undecided');
  expect(verdict(ASKED, 'transition == "pay" && record.name == "x"')).toBe('undecided');
});

/** The same with a life cycle beside the first, which one press moves or several. */
function beside(approvals: string, never: string): string | undefined {
  const text = `ninefold: 1
roles:
  clerk: { members: everyone, order: { create: true, read: true }, user: { refer: true } }
  boss: { includes: clerk, runtime: [users] }
entities:
  user: { fields: { manager: { type: reference, to: user } } }
  order: { fields: { name: { type: string }, owner: { type: reference, to: user }, helpers: { type: references, to: user } } }
states:
  order.paid:
    initial: none
    states: { none: {}, all: { final: true } }
    transitions: { pay: { from: none, to: all, by: clerk, approvals: { ${approvals} } } }
rules: { order: { promise: { never: '${never}' } } }
`;
  const { verdicts, issues } = compile([{ path: 'app.yaml', text }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  return verdicts.find(({ id }) => id === 'NF0606')?.verdict;
}

test.each([
  ['of: record.owner', 'refuted'],
  ['of: record.helpers, need: any', 'refuted'],
  ['of: record.helpers, need: 1', 'refuted'],
  ['of: record.helpers', 'undecided'],
  ['of: record.helpers, need: any, ordered: true', 'undecided'],
  ["of: '[record.owner, record.owner.manager]', need: any", 'refuted'],
  ["of: '[record.owner, record.owner.manager]'", 'undecided'],
  ['of: record.owner, substitute: approver.manager', 'undecided'],
])('an example shows the press of one person where it is enough: %s', (approvals, verdict) => {
  expect(beside(approvals, 'transition == "pay" && record.name == "x"')).toBe(verdict);
});

test('an example shows the press of somebody who is asked, and nothing is proved of that: a deputy may press', () => {
  const other = 'transition == "pay" && user != record.owner';
  expect(beside('of: record.owner', other)).toBe('undecided');
  expect(beside('of: record.owner', 'transition == "pay" && user == record.owner')).toBe('refuted');
  expect(beside("of: '[record.owner, record.owner.manager]', need: any", other)).toBe('refuted');
});
