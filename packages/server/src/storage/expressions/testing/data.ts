import type { Scope } from '@ninefold/model';
import fc from 'fast-check';
import { holderOf, type Row, type Rows, type Shown } from './rows.ts';

const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null, freq: 2 });
const text = maybe(fc.constantFrom('a', 'Ä b', 'ä b', 'abc', 'Z', 'z', '𝒳y', 'İ', '10', 'low', '~'));
const users = ['u1', 'u2', 'u3'];
const teams = ['t1', 't2'];
const decimal = (scale: number) =>
  maybe(
    fc
      .oneof(fc.integer({ min: -300, max: 300 }), fc.constantFrom(10 ** (12 + scale), 0))
      .map((n) => (n / 10 ** scale).toFixed(scale)),
  );
const integer = maybe(fc.oneof(fc.integer({ min: -4, max: 4 }), fc.constantFrom(400, 1_000_000)));
const date = maybe(fc.constantFrom('2026-03-05', '2026-03-29', '2024-02-29', '2026-01-31', '0001-01-01', '9999-12-31'));
const instant = fc.constantFrom(
  '2026-03-05T08:30:00.000Z',
  '2026-03-29T00:59:59.999Z',
  '2026-10-25T01:30:00.000Z',
  '2026-03-05T12:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
);

const user = (id: string): fc.Arbitrary<Row> =>
  fc.record({
    id: fc.constant(id),
    name: text,
    roles: fc.subarray(['agent', 'manager']),
    team: maybe(fc.constantFrom(...teams)),
    manager: maybe(fc.constantFrom(...users)),
    teams: fc.subarray(teams),
    created_at: fc.constant('2026-01-01T00:00:00.000Z'),
  });

const team = (id: string): fc.Arbitrary<Row> =>
  fc.record({
    id: fc.constant(id),
    name: text,
    lead: maybe(fc.constantFrom(...users)),
    seats: integer,
    open: fc.boolean(),
  });

const line = fc.record({
  item: text,
  qty: integer,
  price: decimal(2),
  done: fc.boolean(),
  for: maybe(fc.constantFrom(...users)),
});

const ticket = (id: string): fc.Arbitrary<Row> =>
  fc.record({
    id: fc.constant(id),
    state: fc.constantFrom('new', 'open', 'closed'),
    created_at: instant,
    subject: text,
    requester: maybe(fc.constantFrom(...users)),
    team: maybe(fc.constantFrom(...teams)),
    cost: decimal(2),
    ratio: decimal(4),
    count: integer,
    urgent: fc.boolean(),
    from: date,
    due: maybe(instant),
    priority: maybe(fc.constantFrom('low', 'high')),
    tags: fc.subarray(['a', 'b', 'c']),
    watchers: fc.shuffledSubarray(users),
    lines: fc
      .array(line, { maxLength: 3 })
      .map((lines) => lines.map((cells, index) => ({ id: `${id}l${index}`, ...cells }))),
  });

export const rowsOfDesk: fc.Arbitrary<Rows> = fc.record({
  user: fc.tuple(...users.map(user)),
  team: fc.tuple(...teams.map(team)),
  ticket: fc.tuple(...['k1', 'k2', 'k3', 'k4', 'k5', 'k6'].map(ticket)),
});

const SCOPE: Scope = {
  limits: { top: '2.50' },
  now: '2026-03-05T12:00:00.000Z',
  today: '2026-03-05',
  timeZone: 'Europe/Berlin',
};

/** The scope of a signed-in person, or of nobody; what lies behind the person's own fields may be hidden. */
export function scopeOf(rows: Rows, signedIn: string | null, below?: Shown): Scope {
  return { ...SCOPE, user: holderOf(rows, 'user', signedIn, SCOPE, () => true, below) };
}
