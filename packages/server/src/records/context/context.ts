import {
  scopeAt,
  memoized,
  memoizedWeakly,
  type Entity,
  type Model,
  type RecordValue,
  type Scope,
} from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Database, Writer } from '../../storage/database/database.ts';
import type { Dialect } from '../../storage/database/dialect.ts';
import type { ListWatch } from '../../storage/indexes/list-watch.ts';
import type { OptionLabel } from '../../locales/option-labels.ts';
import type { Clock } from '../../clock.ts';
import type { Caller } from './records.ts';

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
  /** Watches which lists are asked. */
  readonly watch?: ListWatch | undefined;
  /** What people call the options of fields; left out: a search does not look at them. */
  readonly optionLabel?: OptionLabel | undefined;
}

/** The moment and the person that the expressions of one call see. */
export function scopeOf({ model, clock }: Pick<Context, 'model' | 'clock'>, caller: Caller | null): Scope {
  const now = clock();
  return {
    ...scopeOfMinute(model)(now.slice(0, TO_THE_MINUTE)),
    now,
    user: caller === null || caller.cause !== undefined ? null : caller.me.record,
    ...(caller?.usersWith === undefined ? {} : { users_with: caller.usersWith }),
  };
}

const TO_THE_MINUTE = '2026-03-05T12:00'.length;

/** The scope of the last minute that was asked for: no day begins within a minute. */
const scopeOfMinute = memoizedWeakly((model: Model) =>
  memoized((minute: string) => scopeAt(model, `${minute}:00Z`), 1),
);

/** The entity with this id; whatever else is asked for is not there. */
export function entityOf({ model }: Pick<Context, 'model'>, id: string): Entity {
  const entity = Object.hasOwn(model.entities, id) ? model.entities[id] : undefined;
  if (!entity) throw new Refusal('unknown_entity', { params: { entity: id.slice(0, 60) } });
  return entity;
}
