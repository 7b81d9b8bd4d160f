/** One thing that was measured, and what it may be at most. */
export interface Measured {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly most: number;
}

/** A line of the table; a value over its limit is marked. */
export function lineOf({ what, value, unit, most }: Measured): string {
  const verdict = value <= most ? 'holds' : 'MISSED';
  return `${what.padEnd(44)}${`${shown(value)} ${unit}`.padStart(12)}   at most ${shown(most)}   ${verdict}`;
}

/** The one in the middle. */
export function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 0);
}
