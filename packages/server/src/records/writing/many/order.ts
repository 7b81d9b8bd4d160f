import type { RecordValue, WriteAction } from '@ninefold/model';
import type { Caller, WriteOptions } from '../../context/records.ts';
import type { RecordServices, Write } from '../../services/write-context.ts';
import type { Sent } from '../../context/body.ts';
import { commentingOf } from '../../comments/write-comments.ts';
import { creationOf } from '../actions/create.ts';
import { removalOf } from '../actions/remove.ts';
import { restorationOf } from '../actions/restore.ts';
import { transitionOf } from '../actions/transition.ts';
import { updateOf } from '../actions/update.ts';

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

type Plan = (services: RecordServices, caller: Caller, order: Order) => Write<RecordValue | null>;

const PLANS: Readonly<Record<WriteAction, Plan>> = {
  create: (services, caller, { entity, values, options }) =>
    creationOf(services, caller, { entity, body: values, options }),
  update: (services, caller, { entity, id, values, options }) =>
    updateOf(services, caller, { entity, idOrKey: id, body: values, options }),
  delete: (services, caller, { entity, id, options }) => removalOf(services, caller, { entity, idOrKey: id, options }),
  restore: (services, caller, { entity, id, options }) =>
    restorationOf(services, caller, { entity, idOrKey: id, options }),
  transition: (services, caller, { entity, id, transition, values, input, options }) =>
    transitionOf(services, caller, {
      ...{ entity, idOrKey: id, transition, options },
      body: input === null ? values : { ...values, input },
    }),
  comment: (services, caller, { entity, id, values, options }) =>
    commentingOf(services, caller, { entity, idOrKey: id, body: values, options }),
};

/** The write that an order asks for; refuses what can never be allowed before any row is looked at. */
export function writeOf(services: RecordServices, caller: Caller, order: Order): Write<RecordValue | null> {
  return PLANS[order.action](services, caller, order);
}
