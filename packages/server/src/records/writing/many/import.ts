import { setImmediate } from 'node:timers/promises';
import {
  canEver,
  type Entity,
  formerValues,
  type ImportedField,
  type ImportedRecord,
  limitValues,
  type Model,
  nestedInLines,
  SEALED,
  type Problem,
  type RecordValue,
  type Scope,
  type Verb,
} from '@ninefold/model';
import { inBoundHeap } from '../../../bound-heap.ts';
import { Refusal } from '../../../refusal.ts';
import type { Writer } from '../../../storage/database/database.ts';
import { holding } from '../../../storage/database/holding.ts';
import { createNumbersById, type NumbersById } from '../../../storage/database/numbers-by-id.ts';
import { entityOf, scopeOf } from '../../context/context.ts';
import { forbidden } from '../../context/forbidden.ts';
import { versionsOf } from '../../reading/lists/versions.ts';
import { findRecord } from '../../views/answer.ts';
import { argument, fromOne, sql, TRUE, valuesOf } from '../../../storage/sql/sql.ts';
import { granted } from '../../views/conditions.ts';
import type { Caller, Once } from '../../context/records.ts';
import { writeContextIn, type WriteContext, type RecordServices } from '../../services/write-context.ts';
import { deferring } from './deferring.ts';
import { finderOf, matchesOf, matchOf, type FindMatch } from './import-match.ts';
import { withIds, type KnownNames } from './import-names.ts';
import { changesIn, withOwnLineIds, withoutReadOnly } from './import-sent.ts';
import { stateProblems, statesApart, type StatesApart } from './import-states.ts';
import { importInParts, NOTHING_DONE, type Done, type Mosts, type Wrote } from './import-parts.ts';
import type {
  AmbiguousColumn,
  Imported,
  ImportedProblem,
  ImportOptions,
  ImportRow,
  ImportSource,
} from '../../context/import-source.ts';
import { withChange, type ChangedRow } from './import-values.ts';
import { suggesting } from './import-suggestions.ts';
import { runOnce } from '../../services/run-once.ts';
import { writeOf, type Order } from './order.ts';
import { OPEN_WORK } from '../judging/open-work.ts';
import { APPROVALS_WAIT } from '../judging/waiting-approvals.ts';
import { answerOfRun, DryRun } from './dry-run.ts';

/**
 * `POST /api/<entity>/import`: each row in a savepoint of its own. Every row or none, and a trial, are one transaction; the rows that can
 * be written are several. Where `signal` is aborted, the transaction that runs is rolled back.
 */
export async function importRecords(
  services: RecordServices,
  caller: Caller,
  {
    entityId,
    source,
    importOptions: { mode, match: wanted },
    sent,
    signal,
  }: {
    readonly entityId: string;
    readonly source: ImportSource;
    readonly importOptions: ImportOptions;
    readonly sent: Once | undefined;
    readonly signal: AbortSignal | undefined;
  },
): Promise<Imported> {
  const entity = entityOf(services.context, entityId);
  refuseImport(caller, entityId);
  const [ambiguous] = source.ambiguous;
  if (ambiguous && mode !== 'try') throw new Refusal('ambiguous_column', { params: { ...ambiguous } });
  const view = services.views.of(caller.rights)(entityId);
  const matches = matchesOf(view, source);
  const match = matchOf(matches, wanted);
  const find = finderOf(view, match);
  const met = createNumbersById();
  const filled = new Set(source.fields);
  const run = { caller: { ...caller, via: 'import' as const }, entity, source, filled, find, match, met, signal };
  const { context } = services;
  const [most, scope] = [mostsOf(context), scopeOf(context, caller)];
  const write = async (writer: Writer, part: Part): Promise<Done> => {
    const from = context.clock();
    const held = holding(writer);
    const deferred = deferring({ ...services, ...TRIED[mode], isUnread: true }, held.tx, scope);
    const done = await importAll({ ...run, services: deferred.services }, deferred.tx, part);
    await deferred.finish();
    await held.flush();
    const undo = await withVersions(held.tx, entityId, done.undo, scope);
    return { ...done, undo, between: [from, context.clock()] };
  };
  const answer = (done: Done, written: boolean): Imported => {
    const { encoding, columns, fields } = source;
    const kept = written ? done : { ...done, between: null, undo: null };
    return { ...kept, written, encoding, columns, fields, match, matches: matches.map((set) => set.join()) };
  };
  const transact = <T>(work: (tx: Writer) => Promise<T>): Promise<T> =>
    context.db.write(work, `${entityId} bulk`, 'long');
  const inParts = (): Promise<Imported> => {
    const answering = { context, caller, sent };
    return importInParts({
      source,
      most,
      answering,
      transact,
      write,
      met: met.set,
      answer: (done) => answer(done, true),
    });
  };
  const whole = async (tx: Writer): Promise<Imported> => {
    const begun = performance.now();
    const failed = (problems: readonly ImportedProblem[]): void => source.failed?.(problems);
    const done = await write(tx, { rows: source.rows(), until: Infinity, failed, wrote: () => undefined });
    const stays = mode === 'all' && done.failed === 0;
    const told = answer({ ...done, held_ms: Math.round(performance.now() - begun) }, stays);
    if (!stays) throw new DryRun(told);
    return told;
  };
  const atOnce = (): Promise<Imported> =>
    answerOfRun(transact((tx) => runOnce(context, tx, { caller, sent, work: () => whole(tx) })));
  try {
    return await inBoundHeap(mode === 'each' ? inParts : atOnce);
  } finally {
    met.close();
  }
}

/** A trial stores nothing, and makes no hashes. */
const TRIED: Readonly<Record<ImportOptions['mode'], Pick<RecordServices, 'secrets'>>> = {
  each: {},
  all: {},
  try: { secrets: { seal: async () => SEALED, isRight: () => false } },
};

/** Throws where the caller can import nothing of this entity, whatever the file holds. */
export function refuseImport({ rights }: Caller, entity: string): void {
  if (!canEver(rights, entity, 'import')) throw forbidden(entity, 'import');
  if (!canEver(rights, entity, 'create') && !canEver(rights, entity, 'update')) throw forbidden(entity, 'create');
}

interface Run {
  readonly services: RecordServices;
  readonly caller: Caller;
  readonly entity: Entity;
  readonly source: ImportSource;
  /** The fields that rows may fill. */
  readonly filled: ReadonlySet<string>;
  readonly find: FindMatch;
  /** The fields that rows are matched by. */
  readonly match: readonly string[];
  /** The rows of this file that have written a record, by its id; empty where rows are not matched with records. */
  readonly met: NumbersById;
  /** Is aborted with the reason where nobody waits for the answer any more. */
  readonly signal: AbortSignal | undefined;
}

function mostsOf({ model }: RecordServices['context']): Mosts {
  const limits = limitValues(model);
  return { problems: Number(limits['import_problems']), undone: Number(limits['import_undo']) };
}

const TURN = 20;

/** Rows that are written in one transaction. */
interface Part {
  readonly rows: AsyncIterable<ImportRow> | readonly ImportRow[];
  /** A moment of the clock of `performance`: the rows that come later are left. */
  readonly until: number;
  /** Is told of each row that fails. */
  readonly failed: (problems: readonly ImportedProblem[]) => void;
  /** Is told of each record that can be met again, and of its row. */
  readonly wrote: Wrote;
}

async function importAll(run: Run, tx: Writer, part: Part): Promise<Done> {
  const { problems: most, undone: mostUndone } = mostsOf(run.services.context);
  const count = { created: 0, changed: 0, unchanged: 0, failed: 0 };
  const problems: ImportedProblem[] = run.source.ambiguous.map(ofHeader);
  const undo: ImportedRecord[] = [];
  let values: readonly ImportedField[] = [];
  const known: KnownNames = new Map();
  const suggest = suggesting(run, most);
  let rows = 0;
  let found = problems.length;
  for await (const row of part.rows) {
    run.signal?.throwIfAborted();
    const outcome = await importOne(run, tx, row, { known, wrote: part.wrote });
    rows += 1;
    if ('problems' in outcome) {
      count.failed += 1;
      found += outcome.problems.length;
      const told = await suggest(
        tx,
        outcome.problems.map((problem) => placed(run, row, problem)),
      );
      part.failed(told);
      if (problems.length < most) problems.push(...told);
    } else {
      count[outcome.became] += 1;
      if (outcome.change) values = withChange(values, outcome.change);
      if (outcome.record !== null && undo.length <= mostUndone) undo.push(outcome.record);
    }
    if (rows % TURN === 0) await setImmediate(); // a long transaction lets reading calls have their turn
    if (performance.now() > part.until) break;
  }
  const undone = undo.length > mostUndone ? null : undo;
  return {
    ...NOTHING_DONE,
    ...count,
    values,
    rows,
    problems: problems.slice(0, most),
    problem_count: found,
    undo: undone,
  };
}

/** As they are at the end of a part: a reaction to one row may have changed the record of another one. */
async function withVersions(tx: Writer, entity: string, undo: Done['undo'], scope: Scope): Promise<Done['undo']> {
  const ids = undo?.map(({ id }) => id) ?? [];
  const versions = await versionsOf(tx, entity, ids, scope);
  return undo?.map((one) => ({ ...one, version: versions.get(one.id) ?? one.version })) ?? null;
}

function ofHeader({ column, fields }: AmbiguousColumn): ImportedProblem {
  return { row: 1, column, value: null, path: '', code: 'ambiguous_column', params: { column, fields } };
}

const MOST_VALUE = 200;

function placed({ source }: Run, row: ImportRow, problem: Problem): ImportedProblem {
  const [name = ''] = problem.path.split('[');
  const column = source.columns.find(({ field }) => field !== null && field === name)?.title ?? null;
  const value = row.written(name)?.slice(0, MOST_VALUE) ?? null;
  return { ...problem, row: row.row, column, value };
}

/** What became of a row: what it takes to undo it and what it changed, or why nothing did. */
type Outcome =
  | {
      readonly became: 'created' | 'changed' | 'unchanged';
      readonly record: ImportedRecord | null;
      readonly change?: ChangedRow;
    }
  | { readonly problems: readonly Problem[] };

const UNCHANGED: Outcome = { became: 'unchanged', record: null };

async function importOne(
  { services, caller, entity, filled, find, match, met }: Run,
  tx: Writer,
  row: ImportRow,
  { known, wrote }: { readonly known: KnownNames; readonly wrote: Wrote },
): Promise<Outcome> {
  if (row.problems.length > 0) return { problems: row.problems };
  const own = writeContextIn(services, caller, entity.id, tx);
  const wanted = Object.fromEntries(Object.entries(row.values).filter(([name]) => filled.has(name)));
  const { values: rest, states } = statesApart(entity, wanted);
  const { values, problems } = await withIds(own, rest, known);
  const old = await find(tx, { id: row.id, values: { ...row.values, ...values } }, own.scope);
  const seen = old === null ? null : await findRecord(own.views.of(own.rights)(entity.id), tx, old.id, own.scope);
  const wrong = [...problems, ...stateProblems(entity, states, seen)];
  if (wrong.length > 0) return { problems: wrong };
  const named = withOwnLineIds(entity, seen, values);
  const sent = withoutReadOnly(entity, old === null ? named : changesIn(own, seen, named));
  const earlier = old === null ? undefined : met.get(old.id);
  if (old !== null && Object.keys(sent).length === 0) return UNCHANGED;
  if (earlier !== undefined && earlier !== row.row) return { problems: [repeated(match, earlier)] };
  try {
    if (old !== null) await refuseUnlessImported(own, old.id);
    const record = await write(
      own,
      { services, caller },
      orderOf({ model: own.context.model, entity }, old?.id ?? null, { values: sent, states }),
    );
    if (record === null || record.version === old?.version) return UNCHANGED;
    const { id, version } = record;
    if (match.length > 0) {
      met.set(id, row.row);
      wrote(id, row.row);
    }
    if (old === null) return { became: 'created', record: { id, version, before: null } };
    const changed = Object.keys(sent).flatMap((name) => entity.fields[name] ?? []);
    const before = seen === null ? {} : formerValues(changed, seen, record);
    const change = { entity, row, before: seen, sent };
    return { became: 'changed', record: { id, version, before }, change };
  } catch (reason) {
    if (!(reason instanceof Refusal) || reason.code === 'fault') throw reason;
    const { code, params, problems: named } = reason;
    return { problems: named.length > 0 ? named : [{ path: '', code, params }] };
  }
}

/** A row that would change what an earlier row of the same file has written. */
function repeated([path = '']: readonly string[], row: number): Problem {
  return { path, code: 'repeated_row', params: { row } };
}

function orderOf(
  { model, entity: { id: entity } }: { readonly model: Model; readonly entity: Entity },
  id: string | null,
  { values, states }: StatesApart,
): Order {
  const source = model.languages[0] ?? '';
  const options = { version: null, confirm: [], ...(states !== null && id === null ? { states } : {}) };
  const action = id === null ? 'create' : 'update';
  return { action, entity, id: id ?? '', values: nestedInLines(values, source), transition: '', input: null, options };
}

/** Nobody confirms warnings row by row: an import goes on. Only whoever is asked for approvals stays who they are: that is confirmed for each of them, on a page. */
async function write(
  own: WriteContext,
  { services, caller }: Pick<Run, 'services' | 'caller'>,
  order: Order,
): Promise<RecordValue | null> {
  const once = (confirm: readonly string[]): Promise<RecordValue | null> =>
    own.tx.savepoint(async () => {
      const record = await writeOf(services, caller, { ...order, options: { ...order.options, confirm } }).run(own);
      if (record !== null) await refuseUnlessImported(own, record.id, order.options.states && 'import_states');
      return record;
    });
  try {
    return await once([]);
  } catch (reason) {
    if (!(reason instanceof Refusal) || reason.code !== 'confirm_warnings') throw reason;
    const asked = reason.warnings.filter(({ code }) => code === APPROVALS_WAIT || code === OPEN_WORK);
    if (asked.length > 0) throw new Refusal('invalid', { problems: asked });
    return once(reason.warnings.map(({ code }) => code));
  }
}

/** Like `update`, the condition of `import` holds before the change and after it; whoever gives states has it for that, too. */
async function refuseUnlessImported(
  { context, rights, entity, tx, scope }: WriteContext,
  id: string,
  verb: Verb = 'import',
): Promise<void> {
  const rows = granted(context, rights, { entity, verbs: [verb], alias: 't' });
  if (rows === TRUE) return;
  const statement = sql`SELECT t."id" ${fromOne(entity.id, 'id', argument(0), rows)}`;
  const [found] = await tx.all(statement, valuesOf(statement, scope, [id]));
  if (!found) throw forbidden(entity.id, verb);
}
