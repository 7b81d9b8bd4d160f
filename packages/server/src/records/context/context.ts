import {
  scopeAt,
  memoized,
  memoizedWeakly,
  type Entity,
  type Model,
  type RecordValue,
  type Scope,
  type WithLimits,
} from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Database, Writer } from '../../storage/database/database.ts';
import type { Dialect } from '../../storage/database/dialect.ts';
import type { ListWatch } from '../../storage/indexes/list-watch.ts';
import type { OptionLabel } from '../../locales/option-labels.ts';
import type { Clock } from '../../clock.ts';
import type { Caller } from './records.ts';
import type { SecretKeeper } from './secrets.ts';

/** What statements are planned for: a model in a database of one kind. */
export interface PlanContext {
  readonly model: Model;
  readonly dialect: Dialect;
}

/** A user's record that is written: null before it appears, and after it has gone. */
export interface WrittenUser {
  readonly caller: Caller;
  readonly before: RecordValue | null;
  readonly record: RecordValue | null;
  /** Ids of the fields whose value differs. */
  readonly changed: ReadonlySet<string>;
}

/** What else happens to an account in the transaction that writes its record. */
export type FollowUser = (tx: Writer, written: WrittenUser) => void;

/** What every call on records stands on. */
export interface Context extends PlanContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly followUser?: FollowUser | undefined;
  /** The limits as they are set now, with the time zone; left out: as the model has them. The same object until one is set. */
  readonly limitsNow?: (() => WithLimits) | undefined;
  /** Watches which lists are asked. */
  readonly watch?: ListWatch | undefined;
  /** What people call the options of fields; left out: a search does not look at them. */
  readonly optionLabel?: OptionLabel | undefined;
  /** Whether this installation sends mail; left out: it does not. */
  readonly sendsMail?: boolean | undefined;
  /** Is told when mail is due that is written now, before the transaction is committed. */
  readonly mailPlanned?: ((due: string) => void) | undefined;
  /** Keeps the secrets of records; left out: guesses at them are not counted. */
  readonly secrets?: SecretKeeper | undefined;
  /** How far lists by timers look; left out: as far as is quick. */
  readonly timedReach?: TimedReach | undefined;
}

/** How far a list by timers looks at once. */
export interface TimedReach {
  /** Up to so many timers, the record of each is looked up. */
  readonly timers: number;
  /** So many rows in the order of a list are looked at one by one. */
  readonly rows: number;
}

const TIMED_REACH: TimedReach = { timers: 50_000, rows: 5000 };

/** How far a list by timers looks. */
export function timedReachOf({ timedReach }: Pick<Context, 'timedReach'>): TimedReach {
  return timedReach ?? TIMED_REACH;
}

/** The moment and the person that the expressions of one call see. */
export function scopeOf(context: Pick<Context, 'model' | 'clock' | 'limitsNow'>, caller: Caller | null): Scope {
  const now = context.clock();
  return {
    ...scopeOfMinute(withLimitsNow(context))(now.slice(0, TO_THE_MINUTE)),
    now,
    user: caller === null || caller.cause !== undefined ? null : caller.me.record,
    ...(caller?.usersWith === undefined ? {} : { users_with: caller.usersWith }),
  };
}

/** What decides the values of limits now. */
export function withLimitsNow({ model, limitsNow }: Pick<Context, 'model' | 'limitsNow'>): WithLimits {
  return limitsNow?.() ?? model;
}

const TO_THE_MINUTE = '2026-03-05T12:00'.length;

/** The scope of the last minute that was asked for: no day begins within a minute. */
const scopeOfMinute = memoizedWeakly((model: WithLimits) =>
  memoized((minute: string) => scopeAt(model, `${minute}:00Z`), 1),
);

/** The entity with this id; whatever else is asked for is not there. */
export function entityOf({ model }: Pick<Context, 'model'>, id: string): Entity {
  const entity = Object.hasOwn(model.entities, id) ? model.entities[id] : undefined;
  if (!entity) throw new Refusal('unknown_entity', { params: { entity: id.slice(0, 60) } });
  return entity;
}
