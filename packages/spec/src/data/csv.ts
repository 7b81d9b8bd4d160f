/** One cell, with where it begins and ends, its quotes included. */
export interface CsvCell {
  readonly text: string;
  readonly offset: number;
  readonly end: number;
}

/** Rows of cells, or the offset of a cell whose quote is not closed, or of what follows a closed one on its line. */
export type CsvResult = { readonly rows: readonly (readonly CsvCell[])[] } | { readonly broken: number };

/**
 * Reads comma-separated values (RFC 4180). Quotes are doubled inside quotes, line breaks inside quotes are kept, a byte
 * order mark is skipped, lines end with CRLF or LF. Empty lines are no rows.
 */
export function parseCsv(text: string): CsvResult {
  const rows: CsvCell[][] = [];
  let row: CsvCell[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const begun = at;
    const cell = text[at] === '"' ? quotedCell(text, at) : bareCell(text, at);
    if (cell === null) return { broken: at };
    row.push({ ...cell, offset: at });
    at = cell.end;
    const isLast = text[at] !== ',';
    if (!isLast) {
      at += 1;
      if (at < text.length) continue;
      row.push({ text: '', offset: at, end: at });
    }
    if (text[at] === '\r') at += 1;
    if (at < text.length && text[at] !== '\n') return { broken: text.slice(begun, at).includes('\n') ? begun : at };
    at += 1;
    if (row.length > 1 || row[0]?.text !== '') rows.push(row);
    row = [];
  }
  return { rows };
}

interface Read {
  readonly text: string;
  readonly end: number;
}

function bareCell(text: string, start: number): Read {
  let end = start;
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(start, end), end };
}

function quotedCell(text: string, start: number): Read | null {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1) return null;
  return { text: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}
