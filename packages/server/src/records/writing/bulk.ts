import { setImmediate } from 'node:timers/promises';
import {
  limitValues,
  type BulkAnswer,
  type BulkResult,
  type Problem,
  type RecordValue,
  type Refused,
} from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Writer } from '../../storage/database.ts';
import { entityOf, scopeOf } from '../context.ts';
import { findRecord } from '../reading/get.ts';
import { chosenIds } from '../reading/list-choice.ts';
import type { Caller, Once } from '../records.ts';
import { attemptIn, type Workshop, type Write } from './attempt.ts';
import { readBulk, type BulkRequest } from './bulk-body.ts';
import { once } from './once.ts';
import { writeOf, type Order } from './order.ts';
import { refusedWrites } from './refused-writes.ts';
import { answerOf, OnlyTried } from './tried.ts';

type Answer = BulkAnswer<Refused>;
type Result = BulkResult<Refused>;

/** `POST /api/<entity>/bulk`: each record in a savepoint of its own, all in one transaction. */
export async function bulkWrite(
  shop: Workshop,
  caller: Caller,
  entityId: string,
  body: unknown,
  sent: Once | undefined,
): Promise<Answer> {
  entityOf(shop.context, entityId);
  const max = Number(limitValues(shop.context.model)['bulk_records']);
  const request = readBulk(entityId, body, max);
  if ('orders' in request.chosen) request.chosen.orders.forEach((order) => writeOf(shop, caller, order));
  else writeOf(shop, caller, request.order);
  return answerOf(
    shop.context.db.write(
      (tx) => once(shop.context, tx, caller, sent, () => makeAll(shop, tx, caller, request)),
      `${entityId} bulk`,
      'long',
    ),
  );
}

async function makeAll(shop: Workshop, tx: Writer, caller: Caller, request: BulkRequest): Promise<Answer> {
  const orders = await ordersOf(shop, tx, caller, request);
  const results: Result[] = [];
  for (const order of orders) {
    results.push(await makeOne(shop, tx, caller, order));
    if (results.length % TURN === 0) await setImmediate(); // a long transaction lets reading calls have their turn
  }
  const failed = results.filter(({ problem }) => problem !== null).length;
  if (failed > 0 && request.mode === 'all') throw refusedBulk(request, orders, results, failed);
  const answer = { done: results.length - failed, failed, results };
  if (request.mode === 'try') throw new OnlyTried(answer);
  return answer;
}

const TURN = 20;

/** The records of a list as they are in this transaction; as many as were seen, or nothing happens. */
async function ordersOf(
  shop: Workshop,
  tx: Writer,
  caller: Caller,
  { order, chosen }: BulkRequest,
): Promise<readonly Order[]> {
  if ('orders' in chosen) return chosen.orders;
  const ids = await chosenIds(shop, tx, caller, order.entity, chosen);
  return ids.map((id) => ({ ...order, id }));
}

async function makeOne(shop: Workshop, tx: Writer, caller: Caller, order: Order): Promise<Result> {
  const write: Write<RecordValue | null> = writeOf(shop, caller, order);
  try {
    const record = await tx.attempt(() => write.run(attemptIn(shop, caller, order.entity, tx)));
    return { id: record?.id ?? order.id, title: null, version: record?.version ?? null, problem: null };
  } catch (reason) {
    if (!(reason instanceof Refusal) || reason.code === 'fault') throw reason;
    const { code, params, problems: errors, warnings } = reason;
    const seen = await seenRecord(shop, tx, caller, order);
    const problem: Refused = { code, params, errors, warnings };
    return { id: (seen?.id ?? order.id) || null, title: seen?.title ?? null, version: null, problem };
  }
}

/** The record as the caller may read it, so that a person knows which one could not be changed. */
async function seenRecord(
  { context, views }: Workshop,
  tx: Writer,
  caller: Caller,
  { entity, id }: Order,
): Promise<RecordValue | null> {
  return id === '' ? null : findRecord(views.peek(caller.rights, entity), tx, id, scopeOf(context, caller));
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
