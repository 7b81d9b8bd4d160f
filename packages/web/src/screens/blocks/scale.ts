/** The least and the greatest value that a chart has room for; nought is always among them. */
export interface Span {
  readonly low: number;
  readonly high: number;
}

/** The room that values need. */
export function spanOf(marks: readonly { readonly value: number | null }[]): Span {
  const values = marks.map(({ value }) => value ?? 0);
  return { low: Math.min(0, ...values), high: Math.max(0, ...values) };
}

/** How much of the span lies below a value, from 0 to 1. */
export function shareOf(value: number, { low, high }: Span): number {
  return high === low ? 0 : (value - low) / (high - low);
}

/** Where the bar of a value begins and how long it is; it begins at nought. */
export function placeOf(value: number, span: Span): { readonly insetInlineStart: string; readonly inlineSize: string } {
  const [from, to] = [shareOf(Math.min(0, value), span), shareOf(Math.max(0, value), span)];
  return { insetInlineStart: percent(from), inlineSize: percent(to - from) };
}

/** A share as CSS says it. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
