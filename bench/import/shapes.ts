import { pick } from '../random.ts';
import type { Row } from '../store.ts';

export type ShapeName = 'tickets' | 'one holder' | 'ten holders';

/** Rows of one form, as a file gives them and as a loader by hand writes them. */
export interface Shape {
  readonly entity: 'ticket' | 'booking';
  /** Fields, in the order of the columns. */
  readonly columns: readonly string[];
  cells(turn: number, random: () => number): readonly string[];
  /** The row with ids for what it names. */
  row(cells: readonly string[], known: Known): Row;
}

/** Ids of the records that rows name, by their keys. */
export interface Known {
  readonly people: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
}

export const PEOPLE = 1000;
export const ACCOUNTS = 10;

const STATUSES = ['open', 'waiting', 'solved', 'closed', 'withdrawn'];
const PRIORITIES = ['low', 'normal', 'high', 'urgent'];
const WORDS =
  'order stock price delivery machine report shift invoice customer pallet valve budget repair spare audit'.split(' ');

/** What is loaded: tickets, and bookings that each change two stored values of one of some accounts. */
export const SHAPES: Readonly<Record<ShapeName, Shape>> = {
  tickets: {
    entity: 'ticket',
    columns: ['title', 'details', 'status', 'priority', 'due', 'assignee'],
    cells: (turn, random) => {
      const some = words(random);
      const person = `person${String(Math.floor(random() * PEOPLE))}@example.test`;
      const title = `Ticket ${String(turn)} ${some}`;
      return [
        title,
        `${some}. `.repeat(6).trim(),
        pick(STATUSES, random),
        pick(PRIORITIES, random),
        day(random),
        person,
      ];
    },
    row: ([title = '', details, status, priority, due, assignee = ''], { people }) => ({
      ...{ title, details, status, priority, due, assignee: people.get(assignee), _search: title.toLowerCase() },
    }),
  },
  'one holder': bookings(1),
  'ten holders': bookings(ACCOUNTS),
};

function bookings(holders: number): Shape {
  return {
    entity: 'booking',
    columns: ['note', 'amount', 'day', 'account'],
    cells: (turn, random) => {
      const account = `A${String(Math.floor(random() * holders))}`;
      return [`Booking ${String(turn)} ${words(random)}`, String(Math.floor(random() * 1000)), day(random), account];
    },
    row: ([note = '', amount, date, account = ''], { accounts }) => ({
      ...{ note, amount: Number(amount), day: date, account: accounts.get(account), _search: note.toLowerCase() },
    }),
  };
}

function words(random: () => number): string {
  return Array.from({ length: 4 }, () => pick(WORDS, random)).join(' ');
}

function day(random: () => number): string {
  return new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 365) * 86_400_000).toISOString().slice(0, 10);
}
