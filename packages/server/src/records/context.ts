import { limitValuesOn, todayIn, type Entity, type Model, type Scope } from '@ninefold/model';
import { Refusal } from '../refusal.ts';
import type { Database } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { Clock } from './clock.ts';
import type { Caller } from './records.ts';

/** What statements are planned for: a model in a database of one kind. */
export interface Ground {
  readonly model: Model;
  readonly dialect: Dialect;
}

/** What every call on records stands on. */
export interface Context extends Ground {
  readonly db: Database;
  readonly clock: Clock;
}

/** The moment and the person that the expressions of one call see. */
export function scopeOf({ model, clock }: Pick<Context, 'model' | 'clock'>, caller: Caller | null): Scope {
  const now = clock();
  const { today, limits } = dayOf(model, now);
  return {
    user: caller === null ? null : caller.me.record,
    ...(caller?.usersWith === undefined ? {} : { users_with: caller.usersWith }),
    limits,
    now,
    today,
    timeZone: model.timeZone,
  };
}

interface Day {
  readonly minute: string;
  readonly today: string;
  readonly limits: Scope['limits'];
}

const days = new WeakMap<Model, Day>();
const TO_THE_MINUTE = '2026-03-05T12:00'.length;

/** The day that a moment belongs to, with the limits of that day: no day begins within a minute. */
function dayOf(model: Model, now: string): Day {
  const minute = now.slice(0, TO_THE_MINUTE);
  const known = days.get(model);
  if (known?.minute === minute) return known;
  const today = todayIn(model.timeZone, now);
  const day = { minute, today, limits: limitValuesOn(model, today) };
  days.set(model, day);
  return day;
}

/** The entity with this id; whatever else is asked for is not there. */
export function entityOf({ model }: Pick<Context, 'model'>, id: string): Entity {
  const entity = Object.hasOwn(model.entities, id) ? model.entities[id] : undefined;
  if (!entity) throw new Refusal('unknown_entity', { params: { entity: id.slice(0, 60) } });
  return entity;
}
