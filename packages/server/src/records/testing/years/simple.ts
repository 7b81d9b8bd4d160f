import { LATE_HOURS, SUNDAYS, WEEKLY } from './applications.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** What the simple model knows of a ticket; moments in ms. */
export interface Ticket {
  readonly id: string;
  state: string;
  since: number;
  /** When it was seen to be late; null while it is not. */
  noticed: number | null;
  /** When it should have closed by itself. */
  readonly closed: string[];
}

/** A calendar and the last moment that counts as done. */
interface Calendar {
  readonly moments: readonly number[];
  last: number;
}

function shownIn(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (ms) => Date.parse(`${format.format(ms).replace(' ', 'T')}Z`) + (ms % 1000);
}

/** When clocks show a local time, the first of two; an hour later where it is left out. */
function momentOf(local: number, shown: (ms: number) => number): number {
  const found = [-2, -1, 0].map((hours) => local + hours * HOUR).find((ms) => shown(ms) === local);
  return found ?? local - HOUR;
}

/** A week later at the same local time. */
export function weekLater(ms: number, timeZone: string): number {
  const shown = shownIn(timeZone);
  return momentOf(shown(ms) + 7 * DAY, shown);
}

function momentsOf(
  { days, at, skipped }: { readonly days: readonly number[]; readonly at: string; readonly skipped: readonly string[] },
  { from, until, timeZone }: { readonly from: number; readonly until: number; readonly timeZone: string },
): readonly number[] {
  const shown = shownIn(timeZone);
  const found = new Set<number>();
  for (let day = Math.floor(from / DAY) * DAY; day < until; day += DAY) {
    if (!days.includes(new Date(day).getUTCDay() || 7)) continue;
    let open = day;
    while (skipped.includes(new Date(open).toISOString().slice(0, 10))) open += DAY;
    found.add(momentOf(Date.parse(`${new Date(open).toISOString().slice(0, 10)}T${at}:00Z`), shown));
  }
  return [...found].sort((a, b) => a - b);
}

/** What should happen by itself, said as simply as possible. */
export function simpleModel(span: { readonly from: number; readonly until: number; readonly timeZone: string }) {
  const tickets: Ticket[] = [];
  const marks: string[] = [];
  const calendar = (of: typeof WEEKLY): Calendar => ({ moments: momentsOf(of, span), last: span.from });
  const [weekly, sundays] = [calendar(WEEKLY), calendar({ ...SUNDAYS, skipped: [] })];
  let nextLook = span.from;

  const mark = (ticket: Ticket | null, kind: string, now: number): void =>
    void marks.push(`${ticket?.id ?? ''} ${kind} ${new Date(now).toISOString()}`);
  const isLate = ({ state, since }: Ticket, now: number): boolean =>
    state === 'open' && since + LATE_HOURS * HOUR < now;

  function lookForLate(now: number): void {
    if (now < nextLook && nextLook - now <= MINUTE) return;
    nextLook = (Math.floor(now / MINUTE) + 1) * MINUTE;
    for (const ticket of tickets) {
      if (isLate(ticket, now) && ticket.noticed === null) {
        ticket.noticed = now;
        mark(ticket, 'late', now);
      } else if (!isLate(ticket, now) && ticket.noticed !== null && ticket.noticed <= now) ticket.noticed = null;
    }
  }

  /** Whether a calendar has come; of several moments that have passed the last one counts. */
  function hasCome(of: Calendar, now: number): boolean {
    const passed = of.moments.filter((moment) => moment > of.last && moment <= now).at(-1);
    of.last = passed ?? of.last;
    return passed !== undefined;
  }

  return {
    tickets,
    marks,
    add(id: string, now: number): void {
      tickets.push({ id, state: 'new', since: now, noticed: null, closed: [] });
    },
    /** A person moves a ticket: it is in no state for long then. */
    move(ticket: Ticket, to: string, now: number): void {
      Object.assign(ticket, { state: to, since: now, noticed: null });
    },
    /** A server looks. */
    look(now: number): void {
      lookForLate(now);
      if (hasCome(weekly, now)) for (const one of tickets) if (one.state === 'open') mark(one, 'open', now);
      if (hasCome(sundays, now)) mark(null, 'sunday', now);
      for (const ticket of tickets) {
        if (ticket.state !== 'resolved' || weekLater(ticket.since, span.timeZone) > now) continue;
        ticket.closed.push(new Date(now).toISOString());
        Object.assign(ticket, { state: 'closed', since: now });
      }
    },
    /** The moments at which something is due next. */
    dues(now: number): readonly number[] {
      const ends = tickets
        .filter(({ state }) => state === 'resolved')
        .map((one) => weekLater(one.since, span.timeZone));
      const late = tickets.filter(({ state }) => state === 'open').map(({ since }) => since + LATE_HOURS * HOUR + 1);
      return [...ends, ...late, ...weekly.moments, ...sundays.moments].filter((due) => due > now);
    },
  };
}
