import { setImmediate } from 'node:timers/promises';
import {
  formerValues,
  limitValues,
  type BulkAnswer,
  type BulkResult,
  type Entity,
  type Problem,
  type RecordValue,
  type Refused,
  type WriteValues,
} from '@ninefold/model';
import { MOST_PROBLEMS, Refusal } from '../../../refusal.ts';
import type { Writer } from '../../../storage/database/database.ts';
import { entityOf, scopeOf } from '../../context/context.ts';
import { versionsOf } from '../../reading/lists/versions.ts';
import { findRecord } from '../../views/answer.ts';
import { chosenRecords, unchangedIds, type ChosenRecord } from '../../reading/list-choice.ts';
import { sentOf } from '../../context/body.ts';
import type { Caller, Once } from '../../context/records.ts';
import type { Guess } from '../../context/secrets.ts';
import { isRefusal, leaveAll, leavesAnything, undone, unlessRefused } from '../../services/leaving.ts';
import { UnknownGuesses, withSecrets } from '../../services/secrets.ts';
import { writeContextIn, type RecordServices, type Write } from '../../services/write-context.ts';
import { readBulk, type BulkRequest } from './bulk-body.ts';
import { keepAnswer, keepRefusal, type OnceCall, runOnce } from '../../services/run-once.ts';
import { deferring } from './deferring.ts';
import { writeOf, type Order } from './order.ts';
import { refusedWrites, within } from './refused-writes.ts';
import { answerOfRun, DryRun } from './dry-run.ts';

type Answer = BulkAnswer<Refused>;
type Result = BulkResult<Refused>;

/**
 * `POST /api/<entity>/bulk`: each record in a savepoint of its own, all in one transaction. The records of a list are chosen
 * before it, so that no other write waits for that.
 */
export async function bulkWrite(
  services: RecordServices,
  caller: Caller,
  { entityId, body, sent }: { readonly entityId: string; readonly body: unknown; readonly sent: Once | undefined },
): Promise<Answer> {
  entityOf(services.context, entityId);
  const max = Number(limitValues(services.context.model)['bulk_records']);
  const request = readBulk(entityId, body, max);
  if ('orders' in request.chosen) request.chosen.orders.forEach((order) => writeOf(services, caller, order));
  else writeOf(services, caller, request.order);
  const chosen = await choose(services, caller, request);
  return withSecrets(services.context, body, (secrets) =>
    runBulk({ ...services, secrets }, caller, { entityId, request, chosen, sent }),
  );
}

/** What a bulk call is, once its records are chosen. */
interface Chosen {
  readonly entityId: string;
  readonly request: BulkRequest;
  readonly chosen: RecordsOfList;
  readonly sent: Once | undefined;
}

function runBulk(
  services: RecordServices,
  caller: Caller,
  { entityId, request, chosen, sent }: Chosen,
): Promise<Answer> {
  const { context } = services;
  const [subject, size] = [`${entityId} bulk`, 'long'] as const;
  const workOf = (tx: Writer, refused: Write<unknown>[]): Promise<Answer> =>
    runOnce(context, tx, {
      caller,
      sent,
      work: () => makeAll(services, tx, caller, { ...request, recordsOfList: chosen, refused }),
    });
  if (!leavesAnything(context.model)) return answerOfRun(context.db.write((tx) => workOf(tx, []), subject, size));
  const written = context.db.write(
    (tx) => {
      const refused: Write<unknown>[] = [];
      const work = (part: Writer): Promise<Answer> => workOf(part, refused);
      return undone(
        tx,
        work,
        async (reason) => {
          const isLeft = await leaveAll(tx, refused, (entity) => writeContextIn(services, caller, entity, tx));
          if (isLeft && sent) keepEnd(tx, { context, caller, sent }, reason);
        },
        endsBulk,
      );
    },
    subject,
    size,
  );
  return answerOfRun(unlessRefused(written));
}

/** What has left something is answered in the same way when it is sent again. */
function keepEnd(tx: Writer, call: OnceCall, reason: Error): void {
  if (reason instanceof DryRun) keepAnswer(tx, call, reason.answer);
  else if (isRefusal(reason)) keepRefusal(tx, call, reason);
}

function endsBulk(reason: unknown): reason is Error {
  return isRefusal(reason) || reason instanceof DryRun;
}

/** Gives the records that were chosen of a list, or throws why they could not be: nobody asks where the answer is known already. */
type RecordsOfList = () => readonly ChosenRecord[];

async function choose(
  services: RecordServices,
  caller: Caller,
  { order, chosen }: BulkRequest,
): Promise<RecordsOfList> {
  if ('orders' in chosen) return () => [];
  try {
    const records = await chosenRecords(services, { caller, entity: order.entity, bulkList: chosen });
    return () => records;
  } catch (reason) {
    return () => {
      throw reason;
    };
  }
}

/** A request with the records of its list. */
interface ChosenRequest extends BulkRequest {
  readonly recordsOfList: RecordsOfList;
  /** Takes the writes that are refused. */
  readonly refused: Write<unknown>[];
}

async function makeAll(own: RecordServices, writer: Writer, caller: Caller, request: ChosenRequest): Promise<Answer> {
  const scope = scopeOf(own.context, caller);
  const { services, tx, finish } = deferring(own, writer, scope);
  const orders = await ordersOf(services, tx, caller, request);
  const results: Result[] = [];
  const guesses: Guess[] = [];
  let room = MOST_PROBLEMS;
  for (const order of orders) {
    const one = { caller, order, refused: request.refused, guesses, saysBefore: request.mode === 'each' };
    const { problem, ...result } = await makeOne(services, tx, one);
    const told = problem === null ? null : within(room, problem);
    room -= told === null ? 0 : told.errors.length + told.warnings.length;
    results.push({ ...result, problem: told });
    if (results.length % TURN === 0) await setImmediate(); // a long transaction lets reading calls have their turn
  }
  if (guesses.length > 0) throw new UnknownGuesses(guesses);
  await finish();
  const failed = results.filter(({ problem }) => problem !== null).length;
  if (failed > 0 && request.mode === 'all') throw refusedBulk(request, orders, results, failed);
  const written = results.flatMap(({ id, version }) => (id === null || version === null ? [] : [id]));
  const versions = await versionsOf(tx, request.order.entity, written, scope); // a reaction may have changed them since
  const last = new Map(results.map(({ id, version }, index) => [version === null ? '' : (id ?? ''), index] as const));
  const answer = {
    ...{ done: results.length - failed, failed },
    results: results.map((one, index) => {
      const isLast = one.version !== null && last.get(one.id ?? '') === index;
      return isLast ? { ...one, version: versions.get(one.id ?? '') ?? one.version } : one;
    }),
  };
  if (request.mode === 'try') throw new DryRun(answer);
  return answer;
}

const TURN = 20;

/** The records of a list as they were chosen; as many as were seen, and none changed since, or nothing happens. */
async function ordersOf(
  { context }: RecordServices,
  tx: Writer,
  caller: Caller,
  { order, chosen, recordsOfList }: ChosenRequest,
): Promise<readonly Order[]> {
  if ('orders' in chosen) return chosen.orders;
  const ids = await unchangedIds(tx, order.entity, recordsOfList(), scopeOf(context, caller));
  return ids.map((id) => ({ ...order, id }));
}

/** One of the writes of a bulk action. */
interface OneOfMany {
  readonly caller: Caller;
  readonly order: Order;
  /** Takes the write where it is refused. */
  readonly refused: Write<unknown>[];
  /** Takes what it guesses and nobody has looked at: all of a call are looked at together, and it runs again. */
  readonly guesses: Guess[];
  /** Whether an update says what it has changed. */
  readonly saysBefore: boolean;
}

/** What undoes an update, by the ids of the fields that were sent. */
function formerOf({ fields }: Entity, { values }: Order, seen: RecordValue, saved: RecordValue): WriteValues {
  const sent = Object.keys(sentOf(fields, values));
  const known = sent.flatMap((id) => (Object.hasOwn(fields, id) ? (fields[id] ?? []) : []));
  return formerValues(known, seen, saved);
}

/** What it leaves although it is refused is written before the next one is judged. */
async function makeOne(
  services: RecordServices,
  tx: Writer,
  { caller, order, refused, guesses, saysBefore }: OneOfMany,
): Promise<Result> {
  const write: Write<RecordValue | null> = writeOf(services, caller, order);
  try {
    const seen = saysBefore && order.action === 'update' ? await seenRecord(services, tx, caller, order) : null;
    const record = await tx.savepoint(() => write.run(writeContextIn(services, caller, order.entity, tx)));
    const result = { id: record?.id ?? order.id, title: null, version: record?.version ?? null, problem: null };
    if (seen === null || record === null || seen.version === record.version) return result;
    return { ...result, before: formerOf(entityOf(services.context, order.entity), order, seen, record) };
  } catch (reason) {
    if (reason instanceof UnknownGuesses) {
      guesses.push(...reason.guesses);
      return { id: order.id, title: null, version: null, problem: null };
    }
    if (!(reason instanceof Refusal) || reason.code === 'fault') throw reason;
    const { code, params, problems: errors, warnings, more } = reason;
    refused.push(write);
    await leaveAll(tx, [write], (entity) => writeContextIn(services, caller, entity, tx));
    const seen = await seenRecord(services, tx, caller, order);
    const problem: Refused = { code, params, errors, warnings, more };
    return { id: (seen?.id ?? order.id) || null, title: seen?.title ?? null, version: null, problem };
  }
}

/** The record as the caller may read it, so that a person knows which one could not be changed. */
async function seenRecord(
  { context, views }: RecordServices,
  tx: Writer,
  caller: Caller,
  { entity, id }: Order,
): Promise<RecordValue | null> {
  return id === '' ? null : findRecord(views.of(caller.rights)(entity), tx, id, scopeOf(context, caller));
}

function refusedBulk(
  { order, chosen }: BulkRequest,
  orders: readonly Order[],
  results: readonly Result[],
  failed: number,
): Refusal {
  const list = order.action === 'create' ? 'records' : 'ids';
  const places = results.flatMap(({ problem }, index) =>
    problem === null
      ? []
      : [{ path: 'orders' in chosen ? `${list}[${index}]` : `list[${index}]`, id: orders[index]?.id ?? '', problem }],
  );
  const named = (problem: Problem, id: string): Problem =>
    id === '' ? problem : { ...problem, params: { ...problem.params, id } };
  return refusedWrites(
    places.map(({ path, id, problem }) => ({
      path,
      problem: {
        ...problem,
        errors: problem.errors.map((each) => named(each, id)),
        params: id === '' ? problem.params : { ...problem.params, id },
      },
    })),
    { failed, of: results.length },
  );
}
