import { applicationError } from '../catalogue/application-error.ts';
import { expect, test } from 'vitest';
import { entity, expression, literal, BOOLEAN } from '../testing/build.ts';
import type { Problem } from '../wire/answers.ts';
import { writtenAt } from './written.ts';

const COST_MISSING = applicationError('cost_missing');
const never = expression(literal(false, BOOLEAN));
const rule = { lines: null, when: null, check: never, sense: 'check', at: null, severity: 'error' } as const;
const ticket = entity('ticket', {}, { rules: [{ ...rule, id: 'cost_shown', error: COST_MISSING }] });
const model = {
  entities: { ticket },
  written: {
    'rule ticket.cost_shown': 'rules.yaml:3',
    'transition ticket.resolve': 'states.yaml:9',
    'state ticket.closed': 'states.yaml:4',
    'field ticket.subject': 'entities.yaml:5',
    'field ticket.costs': 'entities.yaml:7',
    'field ticket.costs.amount': 'entities.yaml:8',
    'grant agent.ticket': 'roles.yaml:6',
    'role requester': 'roles.yaml:1',
    'role agent': 'roles.yaml:5',
    'error too_late': 'errors.yaml:2',
  },
};

const CASES: readonly (readonly [
  what: string,
  problem: Partial<Problem> & Pick<Problem, 'code'>,
  place: string | null,
])[] = [
  ['a rule by its error', { code: COST_MISSING, path: 'subject' }, 'rules.yaml:3'],
  [
    'a guard by its transition',
    { code: 'guard_failed', path: 'subject', params: { transition: 'resolve' } },
    'states.yaml:9',
  ],
  ['a locked state', { code: 'locked', params: { state: 'closed' } }, 'states.yaml:4'],
  ['a field', { code: 'required', path: 'subject' }, 'entities.yaml:5'],
  ['a field of a line', { code: 'required', path: 'costs[2].amount' }, 'entities.yaml:8'],
  ['a line', { code: 'required', path: 'costs[2]' }, 'entities.yaml:7'],
  ['an entry of the catalogue', { code: 'too_late' }, 'errors.yaml:2'],
  ['what no line says', { code: 'no_answer' }, null],
];

test.each(CASES)('%s', (_, { code, path = '', params = {} }, place) => {
  expect(writtenAt(model, { code, path, params }, 'ticket', ['agent'])).toBe(place);
});

test('what no role grants is said by the grant on the entity, else by the role', () => {
  const refused = { code: 'forbidden', params: { entity: 'ticket', verb: 'delete' } } as const;
  expect(writtenAt(model, refused, null, ['requester', 'agent'])).toBe('roles.yaml:6');
  expect(writtenAt(model, refused, null, ['requester'])).toBe('roles.yaml:1');
  expect(writtenAt(model, { code: 'forbidden', params: { right: 'keys' } }, null, ['requester'])).toBeNull();
});
