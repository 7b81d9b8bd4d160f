import type { Entry } from './placing.ts';

/** Milliseconds of an hour. */
export const HOUR_MS = 3_600_000;
/** Milliseconds of a day. */
export const DAY_MS = 24 * HOUR_MS;
/** What is dragged moves by so much. */
export const STEP_MS = HOUR_MS / 4;
/** A record is drawn at least so long, so that its name can be read. */
const LEAST_MS = HOUR_MS / 2;

/** Where a record stands in the hours of one day. */
export interface InDay extends Entry {
  /** Milliseconds since midnight. */
  readonly from: number;
  readonly to: number;
  /** Its place among those that it meets, and how many places these take. */
  readonly lane: number;
  readonly lanes: number;
  readonly begun: boolean;
  readonly goesOn: boolean;
}

/** The records of one day: those that take all of it, and the others side by side where they meet. */
export function hoursOf(
  entries: readonly Entry[],
  day: string,
): { readonly whole: readonly Entry[]; readonly parts: readonly InDay[] } {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const met = entries.filter(({ period }) => period.first <= day && period.last >= day);
  const clipped = met.flatMap((entry) => {
    const { clock } = entry.period;
    if (clock === null) return [];
    const [from, to] = [clock.from - midnight, clock.to - midnight];
    return [{ ...entry, from: Math.max(0, from), to: Math.min(DAY_MS, to), begun: from < 0, goesOn: to > DAY_MS }];
  });
  const isWhole = ({ from, to }: { readonly from: number; readonly to: number }): boolean => to - from >= DAY_MS;
  return {
    whole: clipped.filter(isWhole).map(({ record, period }) => ({ record, period })),
    parts: sideBySide(clipped.filter((one) => !isWhole(one))),
  };
}

type Clipped = Omit<InDay, 'lane' | 'lanes'>;

/** Records that meet, directly or through others, share the width of the day. */
function sideBySide(all: readonly Clipped[]): readonly InDay[] {
  const sorted = all.toSorted((a, b) => a.from - b.from || b.to - a.to || (a.record.id < b.record.id ? -1 : 1));
  const placed: InDay[] = [];
  let group: { readonly one: Clipped; readonly lane: number }[] = [];
  let ends: number[] = [];
  const close = (): void => {
    placed.push(...group.map(({ one, lane }) => ({ ...one, lane, lanes: ends.length })));
    group = [];
    ends = [];
  };
  for (const one of sorted) {
    if (ends.every((end) => end <= one.from)) close();
    const free = ends.findIndex((end) => end <= one.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = Math.max(one.to, one.from + LEAST_MS);
    group.push({ one, lane });
  }
  close();
  return placed;
}

/** Where a stretch of the day stands in its column. */
export function placeOf(from: number, to: number): { readonly insetBlockStart: string; readonly blockSize: string } {
  const part = (ms: number): string => `${String((ms / DAY_MS) * 100)}%`;
  return { insetBlockStart: part(from), blockSize: part(Math.max(0, to - from)) };
}
