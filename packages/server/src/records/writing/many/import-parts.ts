import type { Writer } from '../../../storage/database/database.ts';
import type { Imported, ImportedProblem, ImportRow, ImportSource } from '../../context/import-source.ts';
import type { Once } from '../../context/records.ts';
import { togetherInFields } from './import-values.ts';
import { findAnswer, keepAnswer, type Answering } from '../../services/run-once.ts';

/** What became of rows. */
export type Done = Pick<
  Imported,
  | 'rows'
  | 'created'
  | 'changed'
  | 'unchanged'
  | 'failed'
  | 'values'
  | 'problems'
  | 'problem_count'
  | 'held_ms'
  | 'between'
  | 'undo'
>;

export const NOTHING_DONE: Done = {
  ...{ rows: 0, created: 0, changed: 0, unchanged: 0, failed: 0 },
  ...{ values: [], problems: [], problem_count: 0, held_ms: 0, between: null, undo: [] },
};

/** Rows of a part, and the characters of their values: what waits for its transaction is in memory. */
const MOST_ROWS = 1000;
const MOST_CHARACTERS = 4_000_000;
/** A part ends when it has held other writes for so long. */
const MOST_MS = 400;

/** How many problems are listed, and how many records so that they can be undone. */
export interface Mosts {
  readonly problems: number;
  readonly undone: number;
}

/** An import in transactions of their own. */
export interface InParts {
  readonly source: ImportSource;
  readonly most: Mosts;
  readonly answering: Answering & { readonly sent: Once | undefined };
  /** Runs work in a transaction, again from its beginning where another one got in its way. */
  transact<T>(work: (tx: Writer) => Promise<T>): Promise<T>;
  /** Writes rows until the moment `until` of the clock of `performance`. */
  write(tx: Writer, part: { rows: readonly ImportRow[]; until: number; failed: Failed }): Promise<Done>;
  answer(done: Done): Imported;
}

type Failed = (problems: readonly ImportedProblem[]) => void;

/** What is kept of an import between its parts, under the key of its caller. */
type Kept = Imported | { readonly part: Done };

/**
 * Writes the rows that can be written, in parts that are committed one by one, so that other writes wait for a part only. Sent once more
 * with its `Idempotency-Key`, an import goes on behind the last part that was committed.
 */
export async function importInParts(work: InParts): Promise<Imported> {
  const { source, transact } = work;
  const waiting = createWaiting(source.rows);
  for (let done = NOTHING_DONE; ; ) {
    await waiting.fill();
    const part = { done, rows: waiting.rows(), isAll: waiting.isAll() };
    const outcome = await transact((tx) => onePart(work, tx, part));
    for (const problems of outcome.failed) source.failed?.(problems);
    if (outcome.answer !== null) return outcome.answer;
    await waiting.drop(outcome.done.rows - done.rows);
    done = outcome.done;
  }
}

interface Part {
  /** What the parts before it did. */
  readonly done: Done;
  readonly rows: readonly ImportRow[];
  /** Whether no row comes behind these. */
  readonly isAll: boolean;
}

/** What became of a part. */
interface Outcome {
  readonly done: Done;
  /** Null where there are more rows. */
  readonly answer: Imported | null;
  readonly failed: readonly (readonly ImportedProblem[])[];
}

async function onePart(
  { answering, most, write, answer }: InParts,
  tx: Writer,
  { done, rows, isAll }: Part,
): Promise<Outcome> {
  const { sent } = answering;
  const kept = sent ? await findAnswer<Kept>(tx, { ...answering, sent }) : undefined;
  if (kept && !('part' in kept)) return { done, answer: kept, failed: [] };
  if (kept && kept.part.rows > done.rows) return { done: kept.part, answer: null, failed: [] };
  const begun = performance.now();
  const failed: (readonly ImportedProblem[])[] = [];
  const own = await write(tx, { rows, until: begun + MOST_MS, failed: (problems) => void failed.push(problems) });
  const after = together(done, { ...own, held_ms: Math.round(performance.now() - begun) }, most);
  const last = isAll && own.rows === rows.length ? answer(after) : null;
  if (sent) keepAnswer(tx, { ...answering, sent }, last ?? { part: after });
  return { done: after, answer: last, failed };
}

/** What two parts did. */
function together(one: Done, other: Done, most: Mosts): Done {
  const undo = one.undo && other.undo ? [...one.undo, ...other.undo] : null;
  const [from, to] = [one.between ?? other.between, other.between ?? one.between];
  return {
    rows: one.rows + other.rows,
    created: one.created + other.created,
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
    failed: one.failed + other.failed,
    values: togetherInFields(one.values, other.values),
    problems: [...one.problems, ...other.problems].slice(0, most.problems),
    problem_count: one.problem_count + other.problem_count,
    held_ms: Math.max(one.held_ms, other.held_ms),
    between: from && to ? [from[0], to[1]] : null,
    undo: undo !== null && undo.length <= most.undone ? undo : null,
  };
}

/** The next rows of a file. */
function createWaiting(all: ImportSource['rows']) {
  const source = all()[Symbol.asyncIterator]();
  let rows: ImportRow[] = [];
  let isAll = false;
  const fill = async (most: number): Promise<void> => {
    let characters = 0;
    while (!isAll && rows.length < most && characters < MOST_CHARACTERS) {
      const next = await source.next();
      if (next.done === true) isAll = true;
      else rows.push(next.value);
      characters += next.done === true ? 0 : charactersOf(next.value);
    }
  };
  return {
    rows: (): readonly ImportRow[] => rows,
    isAll: () => isAll,
    fill: () => fill(MOST_ROWS),
    /** Leaves out the next rows. */
    drop: async (count: number): Promise<void> => {
      for (let left = count; left > 0; ) {
        const dropped = Math.min(left, rows.length);
        rows = rows.slice(dropped);
        left -= dropped;
        if (left > 0) await fill(MOST_ROWS);
        if (rows.length === 0 && isAll) return;
      }
    },
  };
}

function charactersOf({ values }: ImportRow): number {
  return Object.values(values).reduce<number>(
    (sum, value) =>
      sum + (typeof value === 'string' ? value.length : value === null ? 0 : JSON.stringify(value).length),
    0,
  );
}
