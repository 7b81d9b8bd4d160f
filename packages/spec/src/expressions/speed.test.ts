import { holds, parseDecimal, type Expression, type Scope } from '@ninefold/model';
import { expect, test } from 'vitest';
import { checkExpression } from './check.ts';
import { ticketPlace } from './testing/ticket-place.ts';

const GUARD =
  'record.requester == user && !record.urgent && record.priority in ["low", "high"] && record.cost <= limits.max_cost && filled(record.subject)';

function guard(): Expression {
  const { expression, issues } = checkExpression(GUARD, ticketPlace());
  if (!expression) throw new Error(JSON.stringify(issues));
  return expression;
}

interface Ticket {
  readonly requester: { readonly id: string } | null;
  readonly urgent: boolean;
  readonly priority: string | null;
  readonly cost: string | null;
  readonly subject: string | null;
}

/** The same condition written by hand, with exact decimals and blanks. */
function byHand({ record, user, limits }: Scope): boolean {
  const ticket = record as unknown as Ticket;
  if ((ticket.requester === null ? null : ticket.requester.id) !== (user ? user.id : null)) return false;
  if (ticket.urgent) return false;
  if (ticket.priority !== 'low' && ticket.priority !== 'high') return false;
  const cost = ticket.cost === null ? null : parseDecimal(ticket.cost);
  const most = typeof limits['max_cost'] === 'string' ? parseDecimal(limits['max_cost']) : null;
  if (cost === null || most === null || cost > most) return false;
  return ticket.subject !== null && ticket.subject !== '';
}

const scopes = Array.from({ length: 64 }, (_, at) => ({
  limits: { max_cost: '1000.00' },
  now: '2026-03-05T12:00:00.000Z',
  today: '2026-03-05',
  timeZone: 'UTC',
  user: { id: 'u1' },
  record: {
    requester: at % 16 === 0 ? null : { id: 'u1' },
    urgent: at % 8 === 1,
    priority: at % 2 === 0 ? 'low' : 'high',
    cost: `${(at * 37) % 1100}.50`,
    subject: at % 5 === 0 ? null : 'Printer',
  },
})) as unknown as readonly Scope[];

const ROUNDS = 500;

/** Nanoseconds of one evaluation. */
function timed(run: (scope: Scope) => unknown): number {
  const started = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) for (const scope of scopes) run(scope);
  return ((performance.now() - started) * 1e6) / (ROUNDS * scopes.length);
}

test('a typical guard takes at most five times as long as the same written by hand', { timeout: 60_000 }, () => {
  const expression = guard();
  const ours = (scope: Scope): unknown => holds(expression, scope);
  expect(scopes.map(ours)).toEqual(scopes.map(byHand));
  const pairs = Array.from({ length: 15 }, () => ({ evaluator: timed(ours), hand: timed(byHand) }));
  const best = Math.min(...pairs.map(({ evaluator }) => evaluator)) / Math.min(...pairs.map(({ hand }) => hand));
  expect(best).toBeLessThanOrEqual(5);
});
