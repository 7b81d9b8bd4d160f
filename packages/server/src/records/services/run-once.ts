import { createHash } from 'node:crypto';
import { limitValues } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Writer } from '../../storage/database/database.ts';
import type { Context } from '../context/context.ts';
import type { Caller, Once } from '../context/records.ts';
import { argument, fromOne, sql } from '../../storage/sql/sql.ts';
import { columnsGiven, insertInto, target } from '../../storage/sql/writes.ts';

const FIND = sql`SELECT "request", "answer", "refusal" ${fromOne('_once', 'id', argument(0), sql`"at" > ${argument(1)}`)}`;
const KEEP = sql`${insertInto('_once', 'id', columnsGiven(['id', 'request', 'answer', 'refusal', 'at']))}
  ON CONFLICT ("id") DO UPDATE
  SET "request" = excluded."request", "answer" = excluded."answer", "refusal" = excluded."refusal", "at" = excluded."at"`;
const DROP = sql`DELETE FROM ${target('_once', argument(0))} WHERE "id" = ${argument(0)}`;
const HOUR_MS = 3_600_000;

/**
 * Does `work` once for each key of a caller, and of whoever made the caller's API key: its answer is kept in the same transaction and given again to whoever sends
 * the same once more. What was refused and has changed nothing is not kept; where it has left something, it is refused again in the
 * same way (`keepRefusal`). The same key with something else, or with
 * other roles than then, is `key_reused`.
 */
export async function runOnce<T>(
  context: Context,
  tx: Writer,
  { caller, sent, work }: { readonly caller: Caller; readonly sent: Once | undefined; readonly work: () => Promise<T> },
): Promise<T> {
  if (!sent) return work();
  const call = { context, caller, sent };
  const known = await findAnswer<T>(tx, call);
  if (known !== undefined) return known;
  const answer = await work();
  keepAnswer(tx, call, answer ?? null);
  return answer;
}

/** Who calls. */
export interface Answering {
  readonly context: Context;
  readonly caller: Caller;
}

/** A call that may arrive more than once. */
export interface OnceCall extends Answering {
  readonly sent: Once;
}

/** What was kept for this call; undefined where nothing was. Throws a refusal that was kept, and `key_reused` where it was kept for something else. */
export async function findAnswer<T>(tx: Writer, call: OnceCall): Promise<T | undefined> {
  const [known] = await tx.all(FIND, [idOfCall(call), keptSince(call.context, call.context.clock())]);
  if (!known) return undefined;
  const { refusal } = known;
  if (known['request'] !== (refusal === null ? requestOf(call) : wholeOf(call))) throw new Refusal('key_reused');
  if (typeof refusal === 'string') throw refusalFrom(JSON.parse(refusal) as KeptRefusal); // written below
  return JSON.parse(String(known['answer'])) as T; // written below, by the same work
}

/** Keeps something for this call, in the place of what was kept before. */
export function keepAnswer(tx: Writer, call: OnceCall, answer: unknown): void {
  tx.later(KEEP, [idOfCall(call), requestOf(call), JSON.stringify(answer), null, call.context.clock()]);
}

/** Drops what was kept for this call. */
export function dropAnswer(tx: Writer, call: OnceCall): void {
  tx.later(DROP, [idOfCall(call)]);
}

/** The same call, for the n-th of several things that are kept for it. No sender can give such a key. */
export function pieceOf(call: OnceCall, n: number): OnceCall {
  return { ...call, sent: { ...call.sent, key: `${call.sent.key}\n${String(n)}` } };
}

type KeptRefusal = Pick<Refusal, 'code' | 'params' | 'problems' | 'warnings' | 'more'>;

/** Keeps the refusal of a call that has left something, so that the same call leaves it once. */
export function keepRefusal(tx: Writer, call: OnceCall, { code, params, problems, warnings, more }: KeptRefusal): void {
  const kept = JSON.stringify({ code, params, problems, warnings, more } satisfies KeptRefusal);
  tx.later(KEEP, [idOfCall(call), wholeOf(call), 'null', kept, call.context.clock()]);
}

function refusalFrom({ code, ...more }: KeptRefusal): Refusal {
  return new Refusal(code, more);
}

function idOfCall({ caller, sent }: OnceCall): string {
  return digest([caller.me.id, sent.key, ...(caller.keyBy === undefined ? [] : [caller.keyBy])]);
}

/**
 * With the key, which is stored nowhere: whoever has the database alone cannot guess what was sent, not even the few digits of a secret.
 */
function requestOf({ caller, sent }: OnceCall): string {
  return digest([sent.key, sent.request, ...caller.rights.roles.toSorted()]);
}

/** The same with what it confirms: a refusal depends on that. */
function wholeOf(call: OnceCall): string {
  const { confirm = [] } = call.sent;
  return confirm.length === 0 ? requestOf(call) : digest([requestOf(call), ...confirm]);
}

function keptSince({ model }: Context, now: string): string {
  const hours = Number(limitValues(model)['idempotency_hours']);
  return new Date(Date.parse(now) - hours * HOUR_MS).toISOString();
}

/** Drops answers that nobody gets again. */
export async function forgetAnswers(context: Context): Promise<void> {
  const before = keptSince(context, context.clock());
  await context.db.write((tx) => tx.run('DELETE FROM "_once" WHERE "at" <= ?', [before]));
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
