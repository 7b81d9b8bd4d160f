import {
  allows,
  asSeen,
  fieldRights,
  type Entity,
  type Me,
  type RecordValue,
  type Scope,
  type Wire,
} from '@ninefold/model';
import { scopeOf, type Context } from '../context.ts';
import { targetOf } from '../reading/tree.ts';
import type { Caller } from '../records.ts';

/**
 * The caller as he is told of himself: what the expressions of the specification read of his own record, and of other records
 * behind it only what he may read there.
 */
export function shownMe(context: Pick<Context, 'model' | 'clock'>, caller: Caller): Me {
  const scope = scopeOf(context, caller);
  const { me } = caller;
  const entries = Object.entries(me.record).map(([name, value]): readonly [string, Wire | undefined] => [
    name,
    value === undefined ? value : behind({ ...context, caller, scope }, 'user', name, value),
  ]);
  return { ...me, record: Object.fromEntries(entries) as RecordValue }; // the same names as before
}

interface Telling extends Pick<Context, 'model'> {
  readonly caller: Caller;
  readonly scope: Scope;
}

function behind(telling: Telling, entity: string, name: string, value: Wire): Wire {
  const target = telling.model.entities[targetOf(telling.model, entity, name) ?? ''];
  if (!target || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Wire) => behind(telling, entity, name, item));
  return told(telling, target, value as Readonly<Record<string, Wire>>);
}

/** A loaded record without what the caller may not read of it; where that cannot be said, he may not. */
function told(telling: Telling, entity: Entity, held: Readonly<Record<string, Wire>>): Wire {
  const { rights } = telling.caller;
  const record = held as unknown as RecordValue; // as much of it as expressions read
  const scope: Scope = { ...telling.scope, record };
  const isRead = allows(rights, entity.id, 'read', scope) === true;
  const isNamed = isRead || allows(rights, entity.id, 'refer', scope) === true;
  const fields = fieldRights(rights, entity, scope);
  const isShown = (name: string): boolean => {
    if (name === 'id') return true;
    return name === 'title' ? isNamed : isRead && (fields[name]?.read ?? true);
  };
  const entries = Object.entries(asSeen(entity, record, scope))
    .filter(([name]) => isShown(name))
    .map(([name, value]): readonly [string, Wire] => [name, behind(telling, entity.id, name, value ?? null)]);
  return Object.fromEntries(entries);
}
