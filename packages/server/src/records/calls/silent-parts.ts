import { canEver, transitionsOf, type SilentPart, type SilentSubscription } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Caller } from '../context/records.ts';
import type { HolderOf } from '../context/subscriptions.ts';
import type { RecordServices } from '../services/write-context.ts';
import { parseTurning } from '../views/where.ts';
import { allSubscriptions, type Subscription } from './subscription-rows.ts';

/** What of a subscription names something that is not there, or closed to the holder of its key. */
export function silentParts(
  { context: { model }, views }: RecordServices,
  { rights }: Caller,
  { entity: id, transitions, where, when }: Subscription,
): readonly SilentPart[] {
  const entity = Object.hasOwn(model.entities, id) ? model.entities[id] : undefined;
  if (entity === undefined || !canEver(rights, id, 'read')) return ['entity'];
  const known = transitionsOf(entity);
  const isUnderstood: Readonly<Record<Exclude<SilentPart, 'entity'>, () => unknown>> = {
    transitions: () => transitions.every((name) => known.has(name)),
    where: () => where === null || views.where(views.view(rights, id), where),
    when: () => when === null || parseTurning(model, rights, entity, when),
  };
  return (['transitions', 'where', 'when'] as const).filter((part) => isRefused(isUnderstood[part]));
}

function isRefused(understand: () => unknown): boolean {
  try {
    return understand() === false;
  } catch (reason) {
    if (reason instanceof Refusal) return true;
    throw reason;
  }
}

/** See `Subscriptions.silent`. */
export async function silentSubscriptions(
  services: RecordServices,
  holderOf: HolderOf,
): Promise<readonly SilentSubscription[]> {
  const found: SilentSubscription[] = [];
  for (const subscription of await allSubscriptions(services.context.db.read)) {
    const holder = await holderOf(subscription.key);
    const parts = holder === null ? [] : silentParts(services, holder, subscription);
    const { id, entity, url } = subscription;
    if (parts.length > 0) found.push({ id, entity, subscriber: new URL(url).host, parts });
  }
  return found;
}
