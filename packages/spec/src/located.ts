/** A file, with the offsets that are needed to find lines and columns. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
  /** Offset of the first character of each line. */
  readonly lineStarts: readonly number[];
}

/** A stretch of a file, as UTF-16 offsets. */
export interface Spot {
  readonly source: SourceText;
  readonly start: number;
  readonly end: number;
}

/** `plain` is text without quotes: only such text can mean `true`, a number or an expression by itself. */
export interface LocatedScalar {
  readonly kind: 'scalar';
  readonly text: string;
  readonly plain: boolean;
  readonly spot: Spot;
}

export interface LocatedList {
  readonly kind: 'list';
  readonly items: readonly Located[];
  readonly spot: Spot;
}

export interface Entry {
  readonly keySpot: Spot;
  readonly value: Located;
}

export interface LocatedMap {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, Entry>;
  readonly spot: Spot;
}

/** Left open by the author: `not shown`, with the question and whom to ask where given. */
export interface LocatedOpen {
  readonly kind: 'open';
  readonly question: string | null;
  readonly ask: string | null;
  readonly spot: Spot;
  /** A value stands here that could not be read, and was reported. */
  readonly isLost?: true;
}

export type Located = LocatedScalar | LocatedList | LocatedMap | LocatedOpen;

export function sourceText(path: string, text: string): SourceText {
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return { path, text, lineStarts };
}

/** 1-based line and column (UTF-16 code units) of an offset. */
export function positionOf(source: SourceText, offset: number): { readonly line: number; readonly column: number } {
  let low = 0;
  let high = source.lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((source.lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (source.lineStarts[low] ?? 0) + 1 };
}

/** The text of a 1-based line, without its line end. */
export function lineText(source: SourceText, line: number): string {
  const start = source.lineStarts[line - 1] ?? source.text.length;
  const end = source.lineStarts[line] ?? source.text.length + 1;
  return source.text.slice(start, end - 1).replace(/\r$/, '');
}
