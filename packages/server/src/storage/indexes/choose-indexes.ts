import { INSERT_BUDGET } from './index-cost.ts';
import type { IndexRow } from './index-rows.ts';
import { useIndexName } from './index-rows.ts';
import { msOfCall, type ListUse } from './use-rows.ts';
import { isServedBy, MOST_PARTS, partsOf, type WantedIndex } from './wanted-index.ts';

/** The use of a shape, and the index that would answer it. */
export interface WantedUse {
  readonly use: ListUse;
  readonly wanted: WantedIndex;
}

/** What is to be done about the indexes of one entity. */
export interface Choice {
  /** Indexes that are wanted and not there. */
  readonly missing: readonly IndexRow[];
  /** Indexes that are there and go: refused, or in the way of better ones, or nobody asks for them any more. */
  readonly leaving: readonly IndexRow[];
  /** Of those, the ones that were asked for and did not pay. */
  readonly givenUp: ReadonlySet<string>;
  /** Rows of indexes that are neither there nor wanted any more. */
  readonly forgotten: readonly IndexRow[];
}

/** A table with fewer rows is read as quickly without. */
export const FEWEST_ROWS = 5000;
/** A shape that costs less, in ms a call, or is asked less often, pays for no index. */
const LEAST_MS = 1.5;
const LEAST_CALLS = 3;
/**
 * After so many calls, and so long, it is known whether an index pays: it has to save this share of them. A single slow read counts with
 * each call that it is remembered for, and the machine is busy while indexes are made.
 */
const ENOUGH_CALLS = 10;
const ENOUGH_MS = 3_600_000;
const LEAST_SAVED = 0.2;
/** An index that is asked for less often than this goes, after a day. */
const KEPT_CALLS = 1;
const DAY_MS = 24 * 3_600_000;
const GIVEN_UP_MS = 30 * DAY_MS;
/** An index gives way to one that saves so many times as much. */
const BETTER = 2;

/** What is chosen from. */
export interface Choosing {
  readonly rows: readonly IndexRow[];
  readonly uses: readonly WantedUse[];
  /** The share that an index with so many parts adds to an insert. */
  readonly share: (parts: number) => number;
  /** RFC 3339 UTC. */
  readonly now: string;
}

/** Chooses the indexes of one entity: those that save most within the budget. */
export function chooseIndexes(choosing: Choosing): Choice {
  const { rows, now } = choosing;
  const refused = rows.filter((row) => row.ruling === 'refused' || isGivenUp(row, now));
  const there = rows.filter((row) => row.madeAt !== null && row.ruling !== 'refused');
  const failed = there.filter((row) => row.ruling === null && doesNotPay(row, choosing));
  const staying = there.filter((row) => !failed.includes(row));
  const barred = [...refused, ...failed];
  const groups = groupsOf(choosing, staying, barred);
  const { taken, replaced } = withinBudget(choosing, staying, groups);
  const pinned = rows.filter((row) => row.ruling === 'pinned' && row.madeAt === null);
  const missing = [...pinned, ...taken.map((parts) => rowOf(choosing, parts))];
  const names = new Set([...missing, ...staying, ...barred].map(({ name }) => name));
  return {
    missing: [...new Map(missing.map((row) => [row.name, row])).values()],
    leaving: [...rows.filter((row) => row.ruling === 'refused' && row.madeAt !== null), ...failed, ...replaced],
    givenUp: new Set(failed.filter((row) => isAsked(row, choosing)).map(({ name }) => name)),
    forgotten: rows.filter((row) => row.madeAt === null && row.ruling === null && !names.has(row.name)),
  };
}

function isGivenUp({ ruling, givenUpAt }: IndexRow, now: string): boolean {
  return ruling !== 'pinned' && givenUpAt !== null && Date.parse(now) - Date.parse(givenUpAt) < GIVEN_UP_MS;
}

function usesOf({ uses }: Choosing, parts: readonly string[]): readonly WantedUse[] {
  return uses.filter(({ wanted }) => isServedBy(wanted, parts));
}

function isAsked(row: IndexRow, choosing: Choosing): boolean {
  const calls = usesOf(choosing, row.parts).reduce((sum, { use }) => sum + use.plain.calls + use.served.calls, 0);
  return calls >= KEPT_CALLS;
}

/** Nobody has asked for it for long, or it has not made its shapes quicker. */
function doesNotPay(row: IndexRow, choosing: Choosing): boolean {
  const age = Date.parse(choosing.now) - Date.parse(row.madeAt ?? choosing.now);
  if (!isAsked(row, choosing)) return age >= DAY_MS;
  if (age < ENOUGH_MS) return false;
  const known = usesOf(choosing, row.parts).filter(({ use }) => use.plain.calls > 0 && use.served.calls > 0);
  const calls = known.reduce((sum, { use }) => sum + use.served.calls, 0);
  const before = known.reduce((sum, { use }) => sum + use.served.calls * (msOfCall(use.plain) ?? 0), 0);
  const after = known.reduce((sum, { use }) => sum + use.served.ms, 0);
  return calls >= ENOUGH_CALLS && after > before * (1 - LEAST_SAVED);
}

/** ms that the calls of a shape take together, without an index that follows use. */
function costOf({ use }: WantedUse): number {
  return (msOfCall(use.plain) ?? 0) * (use.plain.calls + use.served.calls);
}

type Wanted = Omit<WantedIndex, 'entity'>;

interface Group extends Wanted {
  readonly cost: number;
}

/** The indexes that would answer what no index that stays answers, those that save most first. */
function groupsOf(choosing: Choosing, staying: readonly IndexRow[], barred: readonly IndexRow[]): readonly Group[] {
  const paying = choosing.uses
    .filter(({ use }) => use.plain.calls + use.served.calls >= LEAST_CALLS && (msOfCall(use.plain) ?? 0) >= LEAST_MS)
    .filter(({ wanted }) => ![...staying, ...barred].some(({ parts }) => isServedBy(wanted, parts)))
    .toSorted((one, other) => costOf(other) - costOf(one));
  const groups: Group[] = [];
  for (const one of paying) {
    const at = groups.findIndex((candidate) => joined(candidate, one.wanted) !== null);
    const group = groups[at];
    const { fixed, ordered, common, beside } = one.wanted;
    const own = { fixed, ordered, common, beside };
    const both = group === undefined ? own : (joined(group, own) ?? own);
    const next = { ...both, cost: costOf(one) + (group?.cost ?? 0) };
    groups.splice(at < 0 ? groups.length : at, at < 0 ? 0 : 1, next);
  }
  return groups.toSorted((one, other) => other.cost - one.cost);
}

/** One index for both; null where there is none. */
function joined(one: Wanted, other: Wanted): Wanted | null {
  if (one.fixed.length !== other.fixed.length || !one.fixed.every((part) => other.fixed.includes(part))) return null;
  const [longer, shorter] =
    one.ordered.length >= other.ordered.length ? [one.ordered, other.ordered] : [other.ordered, one.ordered];
  if (!shorter.every((part, at) => longer[at] === part)) return null;
  const first = [...one.fixed, ...longer];
  const common = unique([...one.common, ...other.common]).filter((part) => !first.includes(part));
  const beside = unique([...one.beside, ...other.beside]).filter((part) => ![...first, ...common].includes(part));
  const both = { fixed: one.fixed, ordered: longer, common, beside };
  return partsOf(both).length > MOST_PARTS ? null : both;
}

function unique(parts: readonly string[]): readonly string[] {
  return [...new Set(parts)];
}

/** The groups that fit in beside what stays, and the indexes that give way to them. */
function withinBudget(
  choosing: Choosing,
  staying: readonly IndexRow[],
  groups: readonly Group[],
): { readonly taken: readonly (readonly string[])[]; readonly replaced: readonly IndexRow[] } {
  const savings = (row: IndexRow): number => usesOf(choosing, row.parts).reduce((sum, use) => sum + costOf(use), 0);
  const weakest = staying
    .filter(({ ruling }) => ruling === null)
    .toSorted((one, other) => savings(one) - savings(other));
  const shareOf = (parts: readonly string[]): number => choosing.share(parts.length);
  let left = staying.reduce((rest, { parts }) => rest - shareOf(parts), INSERT_BUDGET);
  const taken: (readonly string[])[] = [];
  const replaced: IndexRow[] = [];
  for (const group of groups) {
    const parts = partsOf(group);
    const [first] = weakest;
    if (left < shareOf(parts) && first !== undefined && group.cost > BETTER * savings(first)) {
      weakest.shift();
      replaced.push(first);
      left += shareOf(first.parts);
    }
    if (left < shareOf(parts)) continue;
    taken.push(parts);
    left -= shareOf(parts);
  }
  return { taken, replaced };
}

function rowOf({ rows, uses }: Choosing, parts: readonly string[]): IndexRow {
  const entity = uses[0]?.wanted.entity ?? '';
  const name = useIndexName(entity, parts);
  const known = rows.find((row) => row.name === name);
  return known ?? { name, entity, parts, ruling: null, madeAt: null, givenUpAt: null };
}
