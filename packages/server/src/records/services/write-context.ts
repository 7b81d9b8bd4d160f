import {
  canEver,
  type Entity,
  isList,
  isMap,
  isSecret,
  type RecordValue,
  type Rights,
  type Scope,
  type Wire,
  memoized,
  memoizedWeakly,
} from '@ninefold/model';
import type { Writer } from '../../storage/database/database.ts';
import { entityOf, scopeOf, type Context, type PlanContext } from '../context/context.ts';
import { findRecord } from '../views/answer.ts';
import type { Views } from '../views/views.ts';
import type { Caller, Once, WriteOptions } from '../context/records.ts';
import type { Dependencies } from '../dependencies/dependencies.ts';
import type { Readers } from '../dependencies/readers.ts';
import type { Numbers } from './numbers.ts';
import type { Pending } from './pending.ts';
import { isRefusal, leaveAll, undone, unlessRefused } from './leaving.ts';
import { withSecrets, type SecretWork } from './secrets.ts';
import { keepRefusal, runOnce } from './run-once.ts';
import { planWrite, type WritePlan } from './write-plan.ts';

/** Plans of writes, made once for each entity. */
export type WritePlans = (entity: string) => WritePlan;

export function createWritePlans(context: PlanContext): WritePlans {
  return memoized((entity) => planWrite(context, entityOf(context, entity)));
}

/** Conditions of which programs want to be told when a write turns them. */
export interface Watch {
  /** Stands for them; null: there are none. */
  readonly watched: () => string | null;
  /** Notes those that a write has turned from false to true, in its transaction. */
  note(worked: Worked): Promise<void>;
}

/** What all calls on records share. */
export interface RecordServices {
  readonly context: Context;
  readonly views: Views;
  readonly plans: WritePlans;
  readonly dependencies: Dependencies;
  readonly readers: Readers;
  /** Where several writes share a transaction: what they leave to be worked out together. */
  readonly pending?: Pending;
  /** The same: the numbers that they have drawn. */
  readonly numbers?: Numbers;
  /** Is told when a timer that is planned is due, before the transaction is committed. */
  readonly timerPlanned?: ((due: string) => void) | undefined;
  /** Is told when a call to another system is queued, before the transaction is committed. */
  readonly callQueued?: ((due: string) => void) | undefined;
  /** The conditions of which programs want to be told. */
  readonly watch?: Watch;
  /** Fires the reactions of a record whose stored values were worked out again. */
  readonly react?: (worked: Worked) => Promise<void>;
  /** Nobody reads what is answered of a record that was written, beyond its id and version. */
  readonly isUnread?: boolean;
  /** What the call knows of secrets; missing: it seals them as they come, and guesses none. */
  readonly secrets?: SecretWork;
}

/** What works out what follows from a change, in whoever's name it was made. */
export interface Following
  extends Pick<
    RecordServices,
    'plans' | 'dependencies' | 'readers' | 'pending' | 'numbers' | 'timerPlanned' | 'watch' | 'react'
  > {
  readonly context: PlanContext;
  readonly entity: Entity;
  readonly plan: WritePlan;
  readonly tx: Writer;
  readonly scope: Scope;
  /** How many effects led from the record that somebody wrote to this one; missing: none. */
  readonly depth?: number;
}

/** Whether a write of such a record may turn what somebody waits for: a condition of a reaction, or one of a program. */
export function mayTurn({ entity, watch }: Pick<Following, 'entity' | 'watch'>): boolean {
  return entity.reactions.length > 0 || (watch !== undefined && watch.watched() !== null);
}

/** A record as it was and as it is stored now. */
export interface Worked extends Following {
  /** Null where it was created. */
  readonly before: RecordValue | null;
  readonly record: RecordValue;
}

/** One write by one person inside one transaction. */
export interface WriteContext extends RecordServices, Following {
  readonly context: Context;
  readonly caller: Caller;
  readonly rights: Rights;
}

/** A write that is known, and allowed as far as can be said without looking at rows. */
export interface Write<T> {
  readonly entity: string;
  /** What it is about, so that works about the same do not collide. */
  readonly subject: string;
  /** It draws a number: with others of the same subject it may share a transaction. */
  readonly isDrawing?: boolean;
  run(own: WriteContext): Promise<T>;
  /** Writes what it leaves although it was refused, once that has been undone, and answers whether that is anything; missing: it leaves nothing. */
  readonly leave?: ((own: WriteContext) => Promise<boolean>) | undefined;
}

/** A copy of wire values: what is loaded into it on the way does not reach the original. */
function copyOf(value: Wire | undefined): Wire | undefined {
  if (isList(value)) return value.map((item) => copyOf(item) ?? null);
  return isMap(value) ? copyOfMembers(value) : value;
}

function copyOfMembers<T extends Readonly<Record<string, Wire | undefined>>>(value: T): T {
  const copy: Record<string, Wire | undefined> = { ...value };
  for (const [name, inner] of Object.entries(value)) if (typeof inner === 'object') copy[name] = copyOf(inner);
  return copy as T; // the same members
}

/** A write as part of a transaction, with one `now` and the caller's record as it may be completed on the way. */
export function writeContextIn(services: RecordServices, caller: Caller, entity: string, tx: Writer): WriteContext {
  const plan = services.plans(entity);
  const own: Caller = { ...caller, me: { ...caller.me, record: copyOfMembers(caller.me.record) } };
  const scope = scopeOf(services.context, own);
  return { ...services, caller: own, rights: own.rights, entity: plan.entity, plan, tx, scope };
}

/** Whether a field of the entity is a secret. */
export const hasSecrets = memoizedWeakly(({ fields }: Entity) => Object.values(fields).some(isSecret));

/** What a call on records sends. */
export interface Sending {
  readonly entity: string;
  readonly body: unknown;
  readonly options: WriteOptions;
}

/** What a call on one record sends. */
export interface SendingTo extends Sending {
  readonly idOrKey: string;
}

/** The call that makes such a write, in a transaction of its own. */
export function performing<S extends Pick<Sending, 'options'> & Partial<Pick<Sending, 'body'>>, T>(
  services: RecordServices,
  writeOf: (services: RecordServices, caller: Caller, sent: S) => Write<T>,
): (caller: Caller, sent: S) => Promise<T> {
  return async (caller, sent) => {
    const work = (own: RecordServices): Promise<T> =>
      perform(own, caller, { write: writeOf(own, caller, sent), once: sent.options.once });
    if (!Object.values(services.context.model.entities).some(hasSecrets)) return work(services);
    return withSecrets(services.context, sent.body, (secrets) => work({ ...services, secrets }));
  };
}

function perform<T>(
  services: RecordServices,
  caller: Caller,
  { write, once: key }: { readonly write: Write<T>; readonly once: Once | undefined },
): Promise<T> {
  const subject = `${write.entity} ${write.subject}`;
  const work = (tx: Writer): Promise<T> => {
    const run = (writer: Writer): Promise<T> => write.run(writeContextIn(services, caller, write.entity, writer));
    if (!key) return run(tx);
    return runOnce(services.context, tx, { caller, sent: key, work: () => run({ ...tx, last: tx.all }) }); // its answer is stored behind it
  };
  if (write.leave !== undefined)
    return unlessRefused(
      services.context.db.write(
        (tx) =>
          undone(tx, work, async (reason) => {
            const isLeft = await leaveAll(tx, [write], (entity) => writeContextIn(services, caller, entity, tx));
            if (isLeft && key && isRefusal(reason))
              keepRefusal(tx, { context: services.context, caller, sent: key }, reason);
          }),
        subject,
      ),
    );
  return services.context.db.write(work, write.isDrawing === true ? { drawn: subject } : subject);
}

/** The record as its writer may read it now; a writer who may not read it learns its id, version and times only. */
export async function answerWritten(write: WriteContext, record: RecordValue): Promise<RecordValue> {
  const { views, rights, entity, tx, scope } = write;
  const view = views.of(rights)(entity.id);
  const found =
    write.isUnread !== true && canEver(rights, entity.id, 'read')
      ? await findRecord(view, view.isFlat ? { ...tx, all: tx.last } : tx, record.id, scope)
      : null;
  if (found) return found;
  const { id, version, created_at, changed_at } = record;
  return { id, version, created_at, created_by: null, changed_at, changed_by: null };
}
