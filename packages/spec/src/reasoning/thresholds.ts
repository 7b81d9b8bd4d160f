import { addToDate, addToInstant, shortDecimal, type Node } from '@ninefold/model';
import { pathOf } from './leaf.ts';
import { linearOf, rootOf, sum, type PathNode } from './linear.ts';

/** The moment for which a clock stands: whatever is true of it is true of any other, moved along with it. */
export interface Clock {
  readonly today: string;
  readonly timeZone: string;
}

/** What a comparison with something worked out comes to: the values at which its verdict may change. */
export interface Threshold {
  readonly paths: readonly PathNode[];
  /** As literals are written. */
  readonly literals: readonly string[];
  /** Set where they are counted from `today` or `now`. */
  readonly clock: ClockUse | null;
}

export interface ClockUse {
  readonly path: 'today' | 'now';
  /** Days follow the local clock and hours do not: together they have no fixed order. */
  readonly unit: 'days' | 'ms';
}

const ORDERS = new Set(['eq', 'ne', 'lt', 'le', 'gt', 'ge']);

/** Null where a comparison is not decided by thresholds of one value. */
export function thresholdOf(node: Extract<Node, { readonly node: 'call' }>, clock: Clock): Threshold | null {
  const [left, right] = node.args;
  if (!ORDERS.has(node.fn) || !left || !right) return null;
  if (![left, right].some(({ node: kind }) => kind === 'call')) return null;
  return numbers(left, right) ?? dayCount(left, right, clock) ?? moments(left, right, clock);
}

function numbers(left: Node, right: Node): Threshold | null {
  const [a, b] = [linearOf(left), linearOf(right)];
  const difference = a && b && sum(a, b, -1n);
  if (!difference?.leaf) return null;
  const root = difference.times === 0n ? [] : [rootOf(difference, 0n)];
  const literals = [...root, ...difference.edges].map(shortDecimal);
  return { paths: [difference.leaf], literals, clock: null };
}

/** A date or an instant, moved by a span that is written out. */
interface Moved {
  readonly path: PathNode;
  readonly span: Span;
}

interface Span {
  readonly unit: 'days' | 'ms';
  readonly count: number;
}

const SPANS: Readonly<Record<string, Span>> = {
  days: { unit: 'days', count: 1 },
  weeks: { unit: 'days', count: 7 },
  hours: { unit: 'ms', count: 3_600_000 },
  minutes: { unit: 'ms', count: 60_000 },
  seconds: { unit: 'ms', count: 1000 },
};

function spanOf(node: Node): Span | null {
  const [count] = node.node === 'call' ? node.args : [];
  const unit = node.node === 'call' && Object.hasOwn(SPANS, node.fn) ? SPANS[node.fn] : undefined;
  const whole = count && wholeOf(count);
  return unit && typeof whole === 'number' ? { unit: unit.unit, count: unit.count * whole } : null;
}

/** Spans beyond this would leave the calendar. */
const LONGEST = 100_000;

function wholeOf(node: Node): number | null {
  const constant = linearOf(node);
  if (!constant || constant.leaf !== null || constant.plus % 10n ** 10n !== 0n) return null;
  const whole = Number(constant.plus / 10n ** 10n);
  return Math.abs(whole) <= LONGEST ? whole : null;
}

function movedOf(node: Node): Moved | null {
  if (node.node === 'field' || node.node === 'variable')
    return pathOf(node) === null ? null : { path: node, span: { unit: 'days', count: 0 } };
  const [of, by] = node.node === 'call' ? node.args : [];
  const sign = node.node === 'call' && node.fn === 'add' ? 1 : -1;
  if (node.node !== 'call' || !of || !by || !['add', 'sub'].includes(node.fn)) return null;
  const span = spanOf(by);
  if (span === null || (of.node !== 'field' && of.node !== 'variable') || pathOf(of) === null) return null;
  return { path: of, span: { unit: span.unit, count: sign * span.count } };
}

/** `today - record.day > 3`: days between two dates, against a number that is written out. */
function dayCount(left: Node, right: Node, clock: Clock): Threshold | null {
  for (const [difference, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const [from, to] = difference.node === 'call' && difference.fn === 'sub' ? difference.args : [];
    const bound = linearOf(other);
    if (!from || !to || from.type.kind !== 'date' || !bound || bound.leaf !== null) continue;
    const [a, b] = [movedOf(from), movedOf(to)];
    const floor = Number((bound.plus - mod(bound.plus)) / 10n ** 10n);
    if (a && b && Math.abs(floor) <= LONGEST) return fromClock({ ...a, span: plus(a, -floor) }, b, clock, [-1, 0, 1]);
  }
  return null;
}

function mod(value: bigint): bigint {
  const rest = value % 10n ** 10n;
  return rest < 0n ? rest + 10n ** 10n : rest;
}

function plus({ span }: Moved, count: number): Span {
  return { unit: 'days', count: span.count + count };
}

function moments(left: Node, right: Node, clock: Clock): Threshold | null {
  const [a, b] = [movedOf(left), movedOf(right)];
  if (a && b) return fromClock(a, b, clock, [0]);
  const [moved, literal] = a ? [a, right] : [b, left];
  if (!moved || (moved.span.unit === 'ms' && moved.span.count !== 0)) return null;
  if (literal.node !== 'literal' || literal.type.kind !== 'date' || typeof literal.value !== 'string') return null;
  const day = addToDate(literal.value, days(-moved.span.count));
  return { paths: [moved.path], literals: [...(day === null ? [] : [day]), ...ends(moved.span.count)], clock: null };
}

/** One of two is the clock: the other is compared with a moment that lies so far from it. */
function fromClock(a: Moved, b: Moved, clock: Clock, also: readonly number[]): Threshold | null {
  const [own, other] = isClock(a.path) ? [b, a] : [a, b];
  const path = pathOf(other.path);
  if (!isClock(other.path) || isClock(own.path) || (path !== 'today' && path !== 'now')) return null;
  const spans = [own.span, other.span].filter(({ count }) => count !== 0);
  const unit = spans[0]?.unit ?? 'days';
  // A day that is added to an instant follows its own local clock: only the clock itself may be moved by days.
  if (spans.some((span) => span.unit !== unit)) return null;
  if (path === 'now' && own.span.count !== 0 && unit === 'days') return null;
  if (path === 'today' && unit === 'ms') return null;
  const count = other.span.count - own.span.count;
  const literals = also.flatMap((more) => momentAt(path, unit, count + more, clock) ?? []);
  const far = path === 'today' ? ends(own.span.count) : [];
  return { paths: [own.path, other.path], literals: [...literals, ...far], clock: { path, unit } };
}

function isClock(node: PathNode): boolean {
  return node.node === 'variable' && (node.name === 'today' || node.name === 'now');
}

function momentAt(path: 'today' | 'now', unit: Span['unit'], count: number, clock: Clock): string | null {
  const span = unit === 'days' ? days(count) : { months: 0, days: 0, ms: count };
  return path === 'today' ? addToDate(clock.today, span) : addToInstant(nowOf(clock), span, clock.timeZone);
}

/** The instant that stands for every `now`. */
export function nowOf({ today }: Clock): string {
  return `${today}T09:00:00.000Z`;
}

function days(count: number): { readonly months: 0; readonly days: number; readonly ms: 0 } {
  return { months: 0, days: count, ms: 0 };
}

/** The day from which on a moved one would lie outside the calendar. */
function ends(count: number): readonly string[] {
  if (count === 0) return [];
  return [addToDate(count > 0 ? '9999-12-31' : '0001-01-01', days(-count))].filter((day) => day !== null);
}
