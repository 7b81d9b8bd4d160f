import { setImmediate } from 'node:timers/promises';
import {
  canEver,
  canEverRead,
  type Entity,
  isLines,
  limitValues,
  nested,
  normalValue,
  type Problem,
  type RecordValue,
  standsFor,
  type Wire,
} from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import type { Writer } from '../../../storage/database/database.ts';
import { holding } from '../../../storage/database/holding.ts';
import { entityOf, scopeOf } from '../../context/context.ts';
import { forbidden } from '../../context/forbidden.ts';
import { findRecord } from '../../views/answer.ts';
import { argument, fromOne, sql, TRUE, valuesOf } from '../../../storage/sql/sql.ts';
import { granted } from '../../views/conditions.ts';
import type { Caller, Once } from '../../context/records.ts';
import { writeContextIn, type WriteContext, type RecordServices } from '../../services/write-context.ts';
import { isPlain, type Sent } from '../../context/body.ts';
import { deferring } from './deferring.ts';
import { finderOf, matchesOf, matchOf, type FindMatch } from './import-match.ts';
import { withIds, type KnownNames } from './import-names.ts';
import type { Imported, ImportedProblem, ImportOptions, ImportRow, ImportSource } from '../../context/import-source.ts';
import { runOnce } from '../../services/run-once.ts';
import { writeOf, type Order } from './order.ts';
import { answerOfRun, DryRun } from './dry-run.ts';

/** `POST /api/<entity>/import`: each row in a savepoint of its own, all in one transaction, which is rolled back where `signal` is aborted. */
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
  const view = services.views.of(caller.rights)(entityId);
  const matches = matchesOf(view, source);
  const match = matchOf(matches, wanted);
  const find = finderOf(view, match);
  const run = { caller: { ...caller, via: 'import' as const }, entity, source, find, signal };
  return answerOfRun(
    services.context.db.write(
      (tx) =>
        runOnce(services.context, tx, {
          caller,
          sent,
          work: async () => {
            const held = holding(tx);
            const deferred = deferring({ ...services, isUnread: true }, held.tx, scopeOf(services.context, caller));
            const done = await importAll({ ...run, services: deferred.services }, deferred.tx);
            await deferred.finish();
            await held.flush();
            const stays = mode === 'each' || (mode === 'all' && done.failed === 0);
            const { encoding, columns, fields } = source;
            const named = matches.map((set) => set.join());
            const answer: Imported = { ...done, written: stays, encoding, columns, fields, match, matches: named };
            if (!stays) throw new DryRun(answer);
            return answer;
          },
        }),
      `${entityId} bulk`,
      'long',
    ),
  );
}

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
  readonly find: FindMatch;
  /** Is aborted with the reason where nobody waits for the answer any more. */
  readonly signal: AbortSignal | undefined;
}

type Done = Omit<Imported, 'written' | 'encoding' | 'columns' | 'fields' | 'match' | 'matches'>;

const TURN = 20;

async function importAll(run: Run, tx: Writer): Promise<Done> {
  const most = Number(limitValues(run.services.context.model)['import_problems']);
  const count = { created: 0, changed: 0, unchanged: 0, failed: 0 };
  const problems: ImportedProblem[] = [];
  const known: KnownNames = new Map();
  let rows = 0;
  let found = 0;
  for await (const row of run.source.rows()) {
    run.signal?.throwIfAborted();
    const outcome = await importOne(run, tx, row, known);
    rows += 1;
    if (typeof outcome === 'string') count[outcome] += 1;
    else {
      count.failed += 1;
      found += outcome.length;
      if (problems.length < most) problems.push(...outcome.map((problem) => placed(run, row, problem)));
    }
    if (rows % TURN === 0) await setImmediate(); // a long transaction lets reading calls have their turn
  }
  return { ...count, rows, problems: problems.slice(0, most), problem_count: found };
}

function placed({ source }: Run, { row }: ImportRow, problem: Problem): ImportedProblem {
  const [name] = problem.path.split('[');
  const column = source.columns.find(({ field }) => field !== null && field === name)?.title ?? null;
  return { ...problem, row, column };
}

async function importOne(
  { services, caller, entity, source, find }: Run,
  tx: Writer,
  row: ImportRow,
  known: KnownNames,
): Promise<'created' | 'changed' | 'unchanged' | readonly Problem[]> {
  if (row.problems.length > 0) return row.problems;
  const own = writeContextIn(services, caller, entity.id, tx);
  const isFilled = new Set(source.fields);
  const wanted = Object.fromEntries(Object.entries(row.values).filter(([name]) => isFilled.has(name)));
  const { values, problems } = await withIds(own, wanted, known);
  if (problems.length > 0) return problems;
  const old = await find(tx, row, own.scope);
  const sent = old === null ? withoutLineIds(entity, values) : await changesIn(own, old.id, values);
  if (old !== null && Object.keys(sent).length === 0) return 'unchanged';
  try {
    if (old !== null) await refuseUnlessImported(own, old.id);
    const record = await write({ services, caller, tx }, orderOf(entity, old?.id ?? null, sent));
    if (old === null) return 'created';
    return record?.version === old.version ? 'unchanged' : 'changed';
  } catch (reason) {
    if (!(reason instanceof Refusal) || reason.code === 'fault') throw reason;
    const { code, params, problems: named } = reason;
    return named.length > 0 ? named : [{ path: '', code, params }];
  }
}

/** What a row says that does not stand there already, as far as the caller may know: the rest is no change, even of what is locked. */
async function changesIn({ entity, views, rights, tx, scope }: WriteContext, id: string, values: Sent): Promise<Sent> {
  const seen = await findRecord(views.of(rights)(entity.id), tx, id, scope);
  const isSame = (name: string, value: Wire): boolean => {
    const field = entity.fields[name];
    if (field === undefined || !canEverRead(rights, entity, name)) return false;
    return standsFor(field, normalValue(field, value), seen?.[name]);
  };
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(name, value)));
}

function orderOf({ id: entity }: Entity, id: string | null, values: Sent): Order {
  const options = { version: null, confirm: [] };
  const action = id === null ? 'create' : 'update';
  return { action, entity, id: id ?? '', values: nested(values), transition: '', input: null, options };
}

/** Nobody confirms warnings row by row: an import goes on. */
async function write(
  { services, caller, tx }: { readonly services: RecordServices; readonly caller: Caller; readonly tx: Writer },
  order: Order,
): Promise<RecordValue | null> {
  const once = (confirm: readonly string[]): Promise<RecordValue | null> =>
    tx.savepoint(async () => {
      const own = writeContextIn(services, caller, order.entity, tx);
      const record = await writeOf(services, caller, { ...order, options: { ...order.options, confirm } }).run(own);
      if (record !== null) await refuseUnlessImported(own, record.id);
      return record;
    });
  try {
    return await once([]);
  } catch (reason) {
    if (!(reason instanceof Refusal) || reason.code !== 'confirm_warnings') throw reason;
    return once(reason.warnings.map(({ code }) => code));
  }
}

/** Like `update`, the condition of `import` holds before the change and after it. */
async function refuseUnlessImported({ context, rights, entity, tx, scope }: WriteContext, id: string): Promise<void> {
  const rows = granted(context, rights, { entity, verbs: ['import'], alias: 't' });
  if (rows === TRUE) return;
  const statement = sql`SELECT t."id" ${fromOne(entity.id, 'id', argument(0), rows)}`;
  const [found] = await tx.all(statement, valuesOf(statement, scope, [id]));
  if (!found) throw forbidden(entity.id, 'import');
}

/** Lines of a new record are new, wherever the file comes from. */
function withoutLineIds({ fields }: Entity, values: Sent): Sent {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): readonly [string, Wire] => [
      name,
      isLines(fields[name]) && Array.isArray(value) ? value.map((line: Wire) => withoutId(line)) : value,
    ]),
  );
}

function withoutId(line: Wire): Wire {
  if (!isPlain(line)) return line;
  const { id: _, ...rest } = line;
  return rest;
}
