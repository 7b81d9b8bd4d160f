/** The condition that every list puts on its own rows, whichever way it looks for them. */
const MARK = '"trashed_at"';

/** An innermost SELECT of a statement that looks for rows of the listed entity. */
export interface StatementBlock {
  readonly text: string;
  /** Where the rows' own condition stands in the text. */
  readonly mark: number;
  /** Its parameters are so many of the statement's, from this one on. */
  readonly first: number;
  readonly count: number;
  /** After so many rows it ends; null: never before all are found. */
  readonly limit: number | null;
}

interface Open {
  start: number | null;
  first: number;
  mark: number | null;
}

const TOKEN = /"(?:[^"]|"")*"|'(?:[^']|'')*'|[()?]|\bSELECT\b|\bUNION ALL\b/g;

/** The parts of a statement whose visits are counted, in the order of the text. Each of several arms of a UNION ALL is one. */
export function statementBlocks(text: string): readonly StatementBlock[] {
  const found: StatementBlock[] = [];
  const open: Open[] = [closed()];
  let parameters = 0;
  const end = (at: number): void => {
    const { start = null, first = 0, mark = null } = open.at(-1) ?? {};
    if (start === null || mark === null) return;
    const own = text.slice(start, at);
    found.push({ text: own, mark: mark - start, first, count: parameters - first, limit: limitOf(own) });
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const top = open.at(-1);
    if (top === undefined) break;
    if (token === '?') parameters += 1;
    else if (token === '(') open.push(closed());
    else if (token === ')') {
      end(index);
      open.pop();
    } else if (token === 'SELECT') {
      if (top.start === null) Object.assign(top, { start: index, first: parameters });
    } else if (token === 'UNION ALL') {
      end(index);
      Object.assign(top, closed());
    } else if (token === MARK && text.startsWith('t.', index - 2)) markInnermost(open, index - 2);
  }
  end(text.length);
  return found;
}

function closed(): Open {
  return { start: null, first: 0, mark: null };
}

function markInnermost(open: readonly Open[], at: number): void {
  const block = open.findLast(({ start }) => start !== null);
  if (block && block.mark === null) block.mark = at;
}

function limitOf(text: string): number | null {
  const found = / LIMIT (\d+)(?: OFFSET (\d+))?\s*$/.exec(text);
  return found === null ? null : Number(found[1]) + Number(found[2] ?? 0);
}
