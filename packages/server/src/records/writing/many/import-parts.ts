import type { Writer } from '../../../storage/database/database.ts';
import type { Imported, ImportedProblem, ImportRow, ImportSource } from '../../context/import-source.ts';
import type { Once } from '../../context/records.ts';
import { togetherInFields } from './import-values.ts';
import { dropAnswer, findAnswer, keepAnswer, pieceOf, type Answering, type OnceCall } from '../../services/run-once.ts';

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
  write(tx: Writer, part: { rows: readonly ImportRow[]; until: number; failed: Failed; wrote: Wrote }): Promise<Done>;
  /** Is told which records the parts wrote that this call does not write itself. */
  readonly met: Wrote;
  answer(done: Done): Imported;
}

type Failed = (problems: readonly ImportedProblem[]) => void;
/** Is told of a record and of the row that has written it. */
export type Wrote = (record: string, row: number) => void;

/** How far an import has come. */
interface Progress {
  readonly done: Done;
  readonly parts: number;
}

/**
 * What is kept of an import between its parts, under the key of its caller: how far it has come. Beside it stands, for each part, which
 * row wrote which record: an import that goes on refuses a later row about the same record, as one does that was never broken off.
 */
type Kept = Imported | { readonly part: Done; readonly parts: number };
type Written = readonly (readonly [record: string, row: number])[];

/**
 * Writes the rows that can be written, in parts that are committed one by one, so that other writes wait for a part only. Sent once more
 * with its `Idempotency-Key`, an import goes on behind the last part that was committed.
 */
export async function importInParts(work: InParts): Promise<Imported> {
  const { source, transact } = work;
  const waiting = createWaiting(source.rows);
  for (let progress: Progress = { done: NOTHING_DONE, parts: 0 }; ; ) {
    await waiting.fill();
    const part = { progress, rows: waiting.rows(), isAll: waiting.isAll() };
    const outcome = await transact((tx) => onePart(work, tx, part));
    for (const problems of outcome.failed) source.failed?.(problems);
    if (outcome.answer !== null) return outcome.answer;
    await waiting.drop(outcome.progress.done.rows - progress.done.rows);
    ({ progress } = outcome);
  }
}

interface Part {
  /** What the parts before it did. */
  readonly progress: Progress;
  readonly rows: readonly ImportRow[];
  /** Whether no row comes behind these. */
  readonly isAll: boolean;
}

/** What became of a part. */
interface Outcome {
  readonly progress: Progress;
  /** Null where there are more rows. */
  readonly answer: Imported | null;
  readonly failed: readonly (readonly ImportedProblem[])[];
}

async function onePart(work: InParts, tx: Writer, { progress, rows, isAll }: Part): Promise<Outcome> {
  const { answering, most, write, answer, met } = work;
  const { done, parts } = progress;
  const { sent } = answering;
  const call = sent ? { ...answering, sent } : null;
  const kept = call ? await findAnswer<Kept>(tx, call) : undefined;
  if (kept && !('part' in kept)) return { progress, answer: kept, failed: [] };
  if (call && kept && kept.part.rows > done.rows) {
    for (let n = parts; n < kept.parts; n += 1)
      for (const [record, row] of (await findAnswer<Written>(tx, pieceOf(call, n))) ?? []) met(record, row);
    return { progress: { done: kept.part, parts: kept.parts }, answer: null, failed: [] };
  }
  const begun = performance.now();
  const failed: (readonly ImportedProblem[])[] = [];
  const written: [string, number][] = [];
  const own = await write(tx, {
    ...{ rows, until: begun + MOST_MS },
    failed: (problems) => void failed.push(problems),
    wrote: (record, row) => void written.push([record, row]),
  });
  const after = together(done, { ...own, held_ms: Math.round(performance.now() - begun) }, most);
  const last = isAll && own.rows === rows.length ? answer(after) : null;
  if (call && last !== null) keepWhole(tx, call, { answer: last, parts });
  else if (call) keepPart(tx, call, { done: after, parts: parts + 1 }, written);
  return { progress: { done: after, parts: parts + 1 }, answer: last, failed };
}

function keepPart(tx: Writer, call: OnceCall, { done, parts }: Progress, written: Written): void {
  keepAnswer(tx, call, { part: done, parts } satisfies Kept);
  if (written.length > 0) keepAnswer(tx, pieceOf(call, parts - 1), written);
}

/** Keeps the answer, and no more what the parts wrote. */
function keepWhole(
  tx: Writer,
  call: OnceCall,
  { answer, parts }: { readonly answer: Imported; readonly parts: number },
): void {
  keepAnswer(tx, call, answer);
  for (let n = 0; n < parts; n += 1) dropAnswer(tx, pieceOf(call, n));
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
