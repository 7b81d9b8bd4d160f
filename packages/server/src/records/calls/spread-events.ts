import type { Reader } from '../../storage/database/database.ts';
import { createOrderedIds } from '../../uuid.ts';
import { appendCall } from './append-call.ts';
import type { HolderOf } from '../context/subscriptions.ts';
import type { RecordServices } from '../services/write-context.ts';
import { messagesOf } from './event-messages.ts';
import {
  allSubscriptions,
  callName,
  DROP_EVENT,
  eventOf,
  eventsBehind,
  findSubscription,
  FIRST_EVENTS,
  type StoredEvent,
  type Subscription,
} from './subscription-rows.ts';

/** Events of which messages are made together. */
const AT_ONCE = 100;

const orderedId = createOrderedIds();

/** Another server has made messages of the same events meanwhile. */
class Overtaken extends Error {}

/**
 * See `Subscriptions.spread`. A message says what is true when it is made, just behind the write. It is put among the calls in the
 * transaction that drops its event, so that no server makes it again.
 */
export async function spreadEvents(services: RecordServices, holderOf: HolderOf): Promise<boolean> {
  const { db, model, clock } = services.context;
  const events = await firstEvents(db.read);
  if (events.length === 0) return false;
  const told: { readonly subscription: Subscription; readonly event: StoredEvent; readonly body: string }[] = [];
  for (const subscription of await allSubscriptions(db.read)) {
    const { entity, createdAt } = subscription;
    const own = events.filter((event) => event.entity === entity && event.at >= createdAt);
    if (own.length === 0 || !Object.hasOwn(model.entities, entity)) continue;
    const caller = await holderOf(subscription.key);
    if (caller === null) continue;
    const messages = await messagesOf(services, caller, { subscription, events: own });
    for (const event of inOrder(own)) {
      const message = messages.get(event.id);
      if (message !== undefined) told.push({ subscription, event, body: JSON.stringify(message) });
    }
  }
  const now = clock();
  const work = db.write(async (tx) => {
    for (const { id } of events) if ((await tx.run(DROP_EVENT, [id])).changes === 0) throw new Overtaken();
    const standing = new Set<string>();
    for (const { id } of new Set(told.map(({ subscription }) => subscription)))
      if ((await findSubscription(tx, id)) !== null) standing.add(id);
    for (const { subscription, event, body } of told) {
      if (!standing.has(subscription.id)) continue;
      const { entity, record, at } = event;
      const queue = `${subscription.id} ${record}`;
      const sent = { method: 'POST', url: subscription.url, headers: {}, body };
      await appendCall(
        tx,
        { id: orderedId(at), call: callName(subscription.id), entity, record, queue, at, ...sent },
        now,
      );
    }
  }, 'events');
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
  }
  if (told.length > 0) services.callQueued?.(now);
  return true;
}

/**
 * The first events, with those of the same records that came before them: a write that began earlier and had to wait for another one of
 * its record has the later version.
 */
async function firstEvents(reader: Reader): Promise<readonly StoredEvent[]> {
  const first = (await reader.all(FIRST_EVENTS, [AT_ONCE])).map(eventOf);
  const last = first.at(-1);
  if (last === undefined || first.length < AT_ONCE) return first;
  const newest = new Map<string, number>();
  for (const { record, version } of first) newest.set(record, Math.max(version, newest.get(record) ?? 0));
  const behind = await reader.all(eventsBehind(reader.dialect), [last.id, reader.dialect.list([...newest.keys()])]);
  return [...first, ...behind.map(eventOf).filter(({ record, version }) => version < (newest.get(record) ?? 0))];
}

/** What happened to one record, by its versions: the clocks of two servers differ. */
function inOrder(events: readonly StoredEvent[]): readonly StoredEvent[] {
  return [...Map.groupBy(events, ({ record }) => record).values()].flatMap((own) =>
    own.toSorted((one, other) => one.version - other.version),
  );
}
