import { queryOf } from '../../packages/server/src/records/testing/list-shapes.ts';
import type { Measured } from './measuring.ts';

/** Gates in ms of processor time, at 100,000 rows and at more. */
interface Gates {
  readonly filter: number;
  readonly median: number;
  readonly most: number;
}

function gatesAt(rows: number): Gates {
  return rows > 100_000 ? { filter: 400, median: 10, most: 60 } : { filter: 60, median: 3, most: 12 };
}

/** How many of them a gate lets through, with the word for those that it does not. */
function gate(name: string, all: readonly Measured[], holds: (one: Measured) => boolean): string {
  const held = all.filter(holds).length;
  return `${held < all.length ? 'MISSED' : 'held  '} ${name}: ${String(held)} of ${String(all.length)}`;
}

const ms = (value: number): string => value.toFixed(1).padStart(7);

/** One shape as a line: with a row condition, then without; each by the product, by hand, and by the product without the total. */
export function lineOf(one: Measured, rows: number): string {
  const held = [one.held, one.heldAgain, one.heldByHand, one.heldPage].map(ms).join(' ');
  const free = [one.free, one.freeAgain, one.freeByHand, one.freePage].map(ms).join(' ');
  return `${one.shape.kind.padEnd(7)} ${held} | ${free}  ${decodeURIComponent(String(queryOf(one.shape, rows)))}`;
}

export const HEADING =
  'ms of processor time: restricted after a change, again, by hand, without total | administrator, the same';

type Spread = readonly [median: number, most: number, all: number];

function spreadOf(all: readonly Measured[], figures: (one: Measured) => readonly number[]): Spread {
  const sorted = all.flatMap(figures).toSorted((one, other) => one - other);
  const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  return [at(0.5), at(0.95), at(1)];
}

const afterChange = ({ held, free }: Measured): readonly number[] => [held, free];
const again = ({ heldAgain, freeAgain }: Measured): readonly number[] => [heldAgain, freeAgain];

function spread(all: readonly Measured[], figures: (one: Measured) => readonly number[]): string {
  const [median, most, last] = spreadOf(all, figures).map((value) => value.toFixed(1));
  return `median ${String(median)} ms, 95 of 100 within ${String(most)} ms, most ${String(last)} ms`;
}

function restricted(all: readonly Measured[]): string {
  return gate('restricted within 1.3 times administrator + 1 ms', all, ({ held, free }) => held <= 1.3 * free + 1);
}

/** The gates of shapes that are asked for the first time. */
export function firstTime(all: readonly Measured[], rows: number): string {
  const { filter } = gatesAt(rows);
  const filters = all.filter(({ shape }) => shape.kind === 'filter');
  const others = all.filter(({ shape }) => shape.kind !== 'filter');
  const middle = all.filter(({ shape }) => shape.kind === 'middle');
  const within = (factor: number) => (one: Measured) =>
    one.held <= factor * one.heldByHand + 1 && one.free <= factor * one.freeByHand + 1;
  return [
    gate(`filters within ${String(filter)} ms`, filters, ({ held, free }) => Math.max(held, free) <= filter),
    gate('others within 1.5 times by hand + 1 ms', others, within(1.5)),
    gate('pages in the middle within 1.5 times by hand + 1 ms', middle, within(1.5)),
    gate('never slower than 1.25 times by hand + 1 ms', all, within(1.25)),
    restricted(all),
    `after a change: ${spread(all, afterChange)}`,
    `again:          ${spread(all, again)}`,
  ].join('\n');
}

/** The gates of shapes that have been asked for some time; `first` is what they took before, `fitted` is by hand with indexes. */
export function afterUse(all: readonly Measured[], first: readonly Measured[], rows: number): string {
  const gates = gatesAt(rows);
  const word = (holds: boolean): string => (holds ? 'held  ' : 'MISSED');
  const within = (when: string, [median, most]: Spread): readonly string[] => [
    `${word(median <= gates.median)} median within ${String(gates.median)} ms, ${when}: ${median.toFixed(1)}`,
    `${word(most <= gates.most)} 95 of 100 within ${String(gates.most)} ms, ${when}: ${most.toFixed(1)}`,
  ];
  const plain = all.map((one, at) => ({
    ...one,
    heldByHand: first[at]?.heldByHand ?? 0,
    freeByHand: first[at]?.freeByHand ?? 0,
  }));
  const fitted = all.flatMap((one) => [one.held / one.heldByHand, one.free / one.freeByHand]).toSorted((a, b) => a - b);
  return [
    ...within('after a change', spreadOf(all, afterChange)),
    ...within('again', spreadOf(all, again)),
    restricted(all),
    gate('never slower than 1.25 times by hand without the index + 1 ms', plain, (one) => {
      return one.held <= 1.25 * one.heldByHand + 1 && one.free <= 1.25 * one.freeByHand + 1;
    }),
    `       times by hand with the index: median ${(fitted[Math.floor(fitted.length / 2)] ?? 0).toFixed(1)}`,
    `after a change: ${spread(all, afterChange)}`,
    `again:          ${spread(all, again)}`,
  ].join('\n');
}
