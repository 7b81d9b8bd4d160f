import { setImmediate, setTimeout } from 'node:timers/promises';
import { runtimeLimit, type CallFailure, type Model } from '@ninefold/model';
import type { Clock } from '../clock.ts';
import type { Alarm } from '../jobs/alarm.ts';
import { nextTry } from '../jobs/waits.ts';
import type { HolderOf } from '../records/context/subscriptions.ts';
import type { CallKind, OutCalls, Outcome, TakenCall, TriedCall } from '../records/context/out-calls.ts';
import { OtherSpecification } from '../storage/database/failure.ts';
import { DEMO_SECRET, type Secrets } from './secrets.ts';
import { isStoodFor, send, type Bounds, type Sent } from './send.ts';
import { messageHeaders } from './signature.ts';

/** So many calls of one kind are under way at a time, so that a slow receiver keeps no other waiting. */
const AT_ONCE = 16;
/** Taking calls and writing down what came of them takes at most one part in so many of the time, so that calls in a row slow nobody down. */
const SHARE = 12;
/** The longest pause that this makes: a round that takes longer than a third of a second has more than its share. */
const PAUSE_MS = 4000;
/** Somebody looks at least so often: another server may have queued something and ended, and a clock may have been set. */
const LOOK_MS = 30_000;
/** A server that ends waits so long for what is under way. */
const ENDING_MS = 3000;

/** What making calls needs. */
export interface CallParts {
  readonly calls: OutCalls;
  readonly model: Model;
  /** Whose keys the messages of subscriptions are sent for, and what signs them. */
  readonly subscribers: { readonly holderOf: HolderOf; readonly secretOf: (subscription: string) => Promise<string> };
  readonly secrets: Secrets;
  readonly bounds: Pick<Bounds, 'allowed' | 'standsFor'>;
  readonly clock: Clock;
  /** Takes lines for the operator. */
  readonly log: (line: string) => void;
}

/**
 * Makes the calls to other systems as they fall due. Every server of a database does; each call is taken by one of them. What came of
 * those that end about together is written down together. The answer ends that: it waits a little for those that are under way, and
 * leaves the others for later.
 */
export function keepCalls(parts: CallParts, alarm: Alarm): () => Promise<void> {
  const sending = new Set<Promise<void>>();
  /** How many calls of each kind are under way, until what came of them is written down. */
  const open = new Map<string, number>();
  const ended: Ended[] = [];
  const ending = new AbortController();
  let looking: Promise<void> | null = null;
  let hasRung = false;
  const begin = (taken: TakenCall, holderOf: HolderOf): void => {
    open.set(taken.kind.name, (open.get(taken.kind.name) ?? 0) + 1);
    const own = { ...parts, subscribers: { ...parts.subscribers, holderOf } };
    const work: Promise<void> = makeCall(own, taken, ending.signal).then((outcome) => {
      ended.push({ taken, outcome });
      sending.delete(work);
      ring();
    });
    sending.add(work);
  };
  const settleEnded = async (): Promise<readonly Ended[]> => {
    const all = ended.splice(0);
    await settle(parts, all);
    for (const { taken } of all) open.set(taken.kind.name, (open.get(taken.kind.name) ?? 0) - 1);
    return all;
  };
  let isFirst = true;
  const look = async (): Promise<void> => {
    if (isFirst) await parts.calls.giveUpUnknown();
    isFirst = false;
    let kinds: readonly CallKind[] = [];
    while (hasRung && !ending.signal.aborted) {
      hasRung = false;
      const begun = performance.now();
      const settled = await settleEnded();
      const [woken, found] = await Promise.all([wakeOthers(parts, settled), parts.calls.kinds()]);
      if (woken > 0) hasRung = true;
      kinds = found;
      const wanted = kinds.map((kind) => ({ kind, most: AT_ONCE - (open.get(kind.name) ?? 0) }));
      const all = await parts.calls.take(wanted.filter(({ most }) => most > 0));
      const pause = Math.min((performance.now() - begun) * (SHARE - 1), PAUSE_MS);
      const holderOf = askedOnce(parts.subscribers.holderOf);
      for (const taken of all) {
        begin(taken, holderOf);
        await setImmediate(); // requests that have arrived come between
      }
      if (sending.size + ended.length > 0) await setTimeout(pause, null, { signal: ending.signal }).catch(() => null);
    }
    const next = ending.signal.aborted ? null : await parts.calls.next(kinds);
    if (next !== null) alarm.set(next);
  };
  const ring = (): void => {
    hasRung = true;
    if (ending.signal.aborted) return;
    looking ??= look()
      .catch((error: unknown) => {
        if (!(error instanceof OtherSpecification))
          parts.log(`Calls to other systems could not be made: ${String(error)}`);
      })
      .finally(() => {
        looking = null;
        if (hasRung) ring();
      });
  };
  alarm.onRing(ring);
  ring();
  const timer = setInterval(ring, LOOK_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    alarm.end();
    const late = globalThis.setTimeout(() => ending.abort(), ENDING_MS);
    while (looking !== null || sending.size > 0) {
      if (sending.size === 0) ending.abort();
      await Promise.all([looking, ...sending]);
    }
    clearTimeout(late);
    ending.abort();
    await settleEnded();
  };
}

/** Asks once for each key: the calls that are taken together are made with what holds then. */
function askedOnce(holderOf: HolderOf): HolderOf {
  const asked = new Map<string, ReturnType<HolderOf>>();
  return (key) => {
    const held = asked.get(key) ?? holderOf(key);
    asked.set(key, held);
    return held;
  };
}

/** A call that has been sent. `outcome`: null where it could not be, which is tried again when it counts as left. */
interface Ended {
  readonly taken: TakenCall;
  readonly outcome: Outcome | null;
}

/** Makes one call and says what came of it. Never rejects. */
async function makeCall(parts: CallParts, taken: TakenCall, signal: AbortSignal): Promise<Outcome | null> {
  const begun = performance.now();
  try {
    return { ...(await sendCall(parts, taken, signal)), took: Math.round(performance.now() - begun) };
  } catch (error) {
    if (!(error instanceof OtherSpecification)) parts.log(`The call ${taken.id} could not be made: ${String(error)}`);
    return null;
  }
}

/** What waits since its receiver was away is tried as soon as that has answered. Answers how many there were. */
async function wakeOthers({ calls }: CallParts, ended: readonly Ended[]): Promise<number> {
  const made = ended.filter(({ outcome }) => outcome !== null && outcome.failure === null);
  const woken = await Promise.all(
    [...Map.groupBy(made, ({ taken }) => taken.kind.name)].map(([call, own]) =>
      calls.wake({ call, answered: own.map(({ taken }) => taken.url), most: AT_ONCE }),
    ),
  );
  return woken.reduce((sum, one) => sum + one, 0);
}

/** Writes down what came of calls. Never rejects: what is not written down is tried again. */
async function settle({ calls, clock, log }: CallParts, ended: readonly Ended[]): Promise<void> {
  const tried = ended.flatMap(({ taken, outcome }): readonly TriedCall[] => {
    return outcome === null ? [] : [{ taken, outcome, again: nextTry(clock(), taken.tries + 1, Math.random()) }];
  });
  const unsettled = (await calls.settle(tried)).filter(({ error }) => !(error instanceof OtherSpecification));
  for (const { tried: one, error } of unsettled)
    log(`What became of the call ${one.taken.kind.name} (${one.taken.id}) could not be written: ${String(error)}`);
  // without their answers, so that what is wrong with one does not make the call again and again
  await calls.settle(unsettled.map(({ tried: one }) => ({ ...one, outcome: { ...one.outcome, isWhole: false } })));
}

async function sendCall(
  { model, secrets, subscribers, bounds, clock }: CallParts,
  { id, kind: { call, subscription }, url, headers, body }: TakenCall,
  signal: AbortSignal,
): Promise<Sent> {
  if (subscription !== null && (await subscribers.holderOf(subscription.key)) === null) return unsent('key_ended');
  const otherwise = isStoodFor(url, bounds.standsFor) ? DEMO_SECRET : null;
  const named = call.secret === null ? null : (secrets.get(call.secret) ?? otherwise);
  if (call.secret !== null && named === null) return unsent('secret_not_set');
  const secret = subscription === null ? named : await subscribers.secretOf(subscription.id);
  const seconds = Math.floor(Date.parse(clock()) / 1000);
  const own = messageHeaders(secret, { id, seconds, body: body ?? '' });
  const free = Object.entries(headers).filter(
    ([name]) => !Object.hasOwn(own, name.toLowerCase()) && !/^webhook-/i.test(name),
  );
  return send(
    { method: call.method, url, headers: { ...Object.fromEntries(free), ...own }, body, signal },
    {
      ...bounds,
      timeoutMs: (call.timeout ?? runtimeLimit(model, 'call_seconds')) * 1000,
      answerBytes: runtimeLimit(model, 'call_answer_bytes'),
    },
  );
}

function unsent(failure: CallFailure): Sent {
  return { status: null, answer: null, isWhole: false, failure };
}
