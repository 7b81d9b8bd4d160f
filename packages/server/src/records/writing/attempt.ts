import type { Entity, Rights, Scope } from '@ninefold/model';
import type { Writer } from '../../storage/database.ts';
import { entityOf, scopeOf, type Context } from '../context.ts';
import type { Views } from '../reading/views.ts';
import type { Caller, Once } from '../records.ts';
import type { Dependent } from './dependents.ts';
import type { Readers } from './readers.ts';
import { once } from './once.ts';
import { planWrite, type WritePlan } from './write-plan.ts';

/** Plans of writes, made once for each entity. */
export type WritePlans = (entity: string) => WritePlan;

export function createWritePlans(context: Context): WritePlans {
  const plans = new Map<string, WritePlan>();
  return (entity) => {
    const plan = plans.get(entity) ?? planWrite(context, entityOf(context, entity));
    plans.set(entity, plan);
    return plan;
  };
}

/** What all calls on records share. */
export interface Workshop {
  readonly context: Context;
  readonly views: Views;
  readonly plans: WritePlans;
  readonly dependents: ReadonlyMap<string, readonly Dependent[]>;
  readonly readers: Readers;
}

/** One write by one person inside one transaction. */
export interface Attempt extends Workshop {
  readonly caller: Caller;
  readonly rights: Rights;
  readonly entity: Entity;
  readonly plan: WritePlan;
  readonly tx: Writer;
  readonly scope: Scope;
}

/** A write that is known, and allowed as far as can be said without looking at rows. */
export interface Write<T> {
  readonly entity: string;
  /** What it is about, so that works about the same do not collide. */
  readonly subject: string;
  run(own: Attempt): Promise<T>;
}

/** What is loaded into the copy on the way is nobody else's; values of the wire are all that it holds. */
function ownCopy<T>(value: T): T {
  if (Array.isArray(value)) return value.map(ownCopy) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, ownCopy<unknown>(inner)])) as T;
}

/** A write as part of a transaction, with one `now` and the caller's record as it may be completed on the way. */
export function attemptIn(shop: Workshop, caller: Caller, entity: string, tx: Writer): Attempt {
  const plan = shop.plans(entity);
  const own: Caller = { ...caller, me: { ...caller.me, record: ownCopy(caller.me.record) } };
  const scope = scopeOf(shop.context, own);
  return { ...shop, caller: own, rights: own.rights, entity: plan.entity, plan, tx, scope };
}

/** Makes one write in a transaction of its own. */
export function perform<T>(shop: Workshop, caller: Caller, write: Write<T>, sent: Once | undefined): Promise<T> {
  return shop.context.db.write((tx) => {
    const own = sent ? { ...tx, last: tx.all } : tx; // its answer is kept
    return once(shop.context, tx, caller, sent, () => write.run(attemptIn(shop, caller, write.entity, own)));
  }, `${write.entity} ${write.subject}`);
}
