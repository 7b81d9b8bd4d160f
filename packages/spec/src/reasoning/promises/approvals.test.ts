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

function judged(more: string, never: string): readonly string[] {
  return told(SPECIFICATION(more, never));
}

/** What a promise comes to: its verdict, or who takes each of the steps that break it. */
function told(text: string): readonly string[] {
  const { verdicts, issues } = compile([{ path: 'app.yaml', text }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  const found = verdicts.find(({ id }) => id === 'NF0606');
  if (found?.verdict !== 'refuted') return [String(found?.verdict)];
  const names = new Map([['user 1', 'last']]);
  const named = (actor: string): string =>
    names.get(actor) ?? names.set(actor, `other ${String(names.size)}`).get(actor) ?? '';
  return (found.steps ?? []).map(({ name, actor }) => `${name} ${named(actor)}`);
}

test('nobody approves what they have created: a promise of that is proved with approvals alone', () => {
  const never = 'transition == "approve" && user == record.created_by';
  expect(judged('', never)).toEqual(['create last', 'approve last']);
  expect(judged(ASKED, never)).toEqual(['proved']);
});

test('a promise that only several presses break is broken by people who press one after the other', () => {
  const approve = 'transition == "approve" && record.name == "x"';
  expect(judged('', approve)).toEqual(['create last', 'approve last']);
  expect(judged(ASKED, approve)).toEqual(['create other 1', 'approve other 2', 'approve last']);
  const pay = judged(ASKED, 'transition == "pay" && record.name == "x"');
  expect(pay.map((step) => step.split(' ')[0])).toEqual(['create', 'approve', 'approve', 'pay']);
  expect(new Set(pay.slice(0, 3)).size).toBe(3);
});

test('a promise that the presses of people cannot break is not broken by an example', () => {
  const both = ', when: \'user in record.did.approve || record.name == "y"\'';
  expect(judged(ASKED + both, 'transition == "approve" && record.name == "x"')).not.toContain('approve last');
  expect(judged(', approvals: { of: users_with(boss), need: 2, ordered: true }', 'transition == "approve"')).toEqual([
    'undecided',
  ]);
});

/** The same with a life cycle beside the first, which one press moves or several. */
function beside(approvals: string, never: string): readonly string[] {
  return told(besideText(approvals, never));
}

function besideText(approvals: string, never: string): string {
  return `ninefold: 1
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
}

const ONE = ['create other 1', 'pay last'];
const TWO = ['create other 1', 'pay other 2', 'pay last'];

test.each([
  ['of: record.owner', ONE],
  ['of: record.helpers, need: any', ONE],
  ['of: record.helpers, need: 1', ONE],
  ['of: record.helpers', ONE],
  ['of: record.helpers, need: 2', TWO],
  ['of: record.helpers, need: any, ordered: true', ONE],
  ["of: '[record.owner, record.owner.manager]', need: any", ONE],
  ["of: '[record.owner, record.owner.manager]'", TWO],
  ['of: record.owner, substitute: approver.manager', ONE],
])('an example shows as many presses as are needed: %s', (approvals, steps) => {
  expect(beside(approvals, 'transition == "pay" && record.name == "x"')).toEqual(steps);
});

test('an example shows the press of somebody who is asked, else of who presses in their place', () => {
  const other = 'transition == "pay" && user != record.owner';
  expect(beside('of: record.owner', other)).toEqual(ONE);
  expect(beside('of: record.owner, substitute: approver.manager', other)).toEqual(ONE);
  expect(beside('of: record.owner', 'transition == "pay" && user == record.owner')).toEqual(ONE);
  expect(beside("of: '[record.owner, record.owner.manager]', need: any", other)).toEqual(ONE);
});

/** Of whom the last step says that they stand for somebody. */
function standing(approvals: string, never: string): unknown {
  const { verdicts } = compile([{ path: 'app.yaml', text: besideText(approvals, never) }]);
  return verdicts.find(({ id }) => id === 'NF0606')?.steps?.at(-1)?.values['user.stands_for()'] ?? 'nobody';
}

test('nobody stands for another person where they need not', () => {
  const other = 'transition == "pay" && user != record.owner';
  expect(standing('of: record.owner', other)).toHaveLength(1);
  expect(standing('of: record.owner, substitute: approver.manager', other)).toEqual([]);
  expect(standing('of: record.owner', 'transition == "pay" && record.name == "x"')).toBe('nobody');
});

test.each([
  ["of: 'record.helpers.filter(h, h != record.owner)', need: 2", TWO],
  ["of: 'record.helpers.filter(h, h.manager == record.owner)', need: any", ONE],
  ['of: \'record.name == "x" ? [record.owner, record.owner.manager] : [record.owner]\'', TWO],
  ['of: \'record.name == "y" ? [record.owner, record.owner.manager] : [record.owner]\'', ONE],
  ['of: \'[record.owner, record.name == "x" ? record.owner.manager : record.owner]\'', TWO],
])('whom a list chooses is who presses: %s', (approvals, steps) => {
  expect(beside(approvals, 'transition == "pay" && record.name == "x"')).toEqual(steps);
});

test('nobody is among those who approved what they have created', () => {
  const never = 'record.state == "approved" && record.created_by in record.did.approve';
  expect(judged('', never)).toEqual(['create last', 'approve last']);
  expect(judged(ASKED, never)).toEqual(['proved']);
});

test.each([
  ['approvals: { of: record.owner, need: 2 }', 'proved'],
  ["approvals: { of: '[record.owner, record.owner]', need: 2 }", 'proved'],
  ["approvals: { of: '[record.owner, record.created_by]', need: 2, ordered: true }", 'proved'],
  ["approvals: { of: '[record.owner, record.owner.manager]', need: 2 }", 'refuted'],
  ['approvals: { of: record.helpers, need: 2 }', 'refuted'],
])('what never has enough approvers breaks no promise: %s', (approvals, verdict) => {
  const text = besideText('XX', 'transition == "pay" && record.name == "x"').replace('approvals: { XX }', approvals);
  const { verdicts } = compile([{ path: 'app.yaml', text }]);
  expect(verdicts.find(({ id }) => id === 'NF0606')?.verdict).toBe(verdict);
});

test('a promise that approvals break only where nobody is asked holds', () => {
  expect(beside('of: record.owner', 'transition == "pay" && blank(record.owner)')).toEqual(['proved']);
  expect(beside('of: record.owner', 'transition == "pay" && record.owner == record.created_by')).toEqual(['proved']);
  expect(beside('of: record.helpers', 'transition == "pay" && size(record.helpers) == 0')).toEqual(['proved']);
  expect(
    beside("of: '[record.owner, record.owner.manager]'", 'transition == "pay" && record.owner == record.owner.manager'),
  ).toEqual(ONE);
});

test('where everybody with a role has to press, people of other steps who have it press too', () => {
  const all = ', approvals: { of: users_with(boss) }';
  const never = 'transition == "pay" && !(user in record.did.approve) && user != record.created_by';
  expect(judged(all, never)).toEqual(['create other 1', 'approve last', 'approve other 2', 'pay last']);
});

test('of people of whom everybody has the role, any may press', () => {
  const never = 'transition == "approve" && record.name == "x"';
  const three = ['create other 1', 'approve other 2', 'approve other 3', 'approve last'];
  expect(judged(', approvals: { of: users_with(clerk), need: 3 }', never)).toEqual(three);
  expect(judged(', approvals: { of: users_with(clerk), need: any }', never)).toEqual([
    'create other 1',
    'approve last',
  ]);
  expect(judged(', approvals: { of: users_with(clerk) }', never)).toEqual(['undecided']);
});
