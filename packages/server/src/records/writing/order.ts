import type { RecordValue, WriteAction } from '@ninefold/model';
import type { Caller, WriteOptions } from '../records.ts';
import type { Workshop, Write } from './attempt.ts';
import type { Sent } from './body.ts';
import { creationOf } from './create.ts';
import { removalOf } from './remove.ts';
import { restorationOf } from './restore.ts';
import { transitionOf } from './transition.ts';
import { updateOf } from './update.ts';

/** One write among several. */
export interface Order {
  readonly action: WriteAction;
  readonly entity: string;
  /** Id or key; empty where a record is created. */
  readonly id: string;
  readonly values: Sent;
  readonly transition: string;
  readonly input: Sent | null;
  readonly options: WriteOptions;
}

type Plan = (shop: Workshop, caller: Caller, order: Order) => Write<RecordValue | null>;

const PLANS: Readonly<Record<WriteAction, Plan>> = {
  create: (shop, caller, { entity, values, options }) => creationOf(shop, caller, entity, values, options),
  update: (shop, caller, { entity, id, values, options }) => updateOf(shop, caller, entity, id, values, options),
  delete: (shop, caller, { entity, id, options }) => removalOf(shop, caller, entity, id, options),
  restore: (shop, caller, { entity, id, options }) => restorationOf(shop, caller, entity, id, options),
  transition: (shop, caller, { entity, id, transition, values, input, options }) =>
    transitionOf(shop, caller, entity, id, transition, input === null ? values : { ...values, input }, options),
};

/** The write that an order asks for; refuses what can never be allowed before any row is looked at. */
export function writeOf(shop: Workshop, caller: Caller, order: Order): Write<RecordValue | null> {
  return PLANS[order.action](shop, caller, order);
}
