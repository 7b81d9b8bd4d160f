import {
  allows,
  asSeen,
  type Entity,
  fieldRights,
  isList,
  isMap,
  type Me,
  type RecordValue,
  type Scope,
  type Wire,
} from '@ninefold/model';
import { scopeOf, type Context } from '../context/context.ts';
import { targetOf } from '../loading/tree.ts';
import type { Caller } from '../context/records.ts';

/**
 * The signed-in user as their browser gets them: what the expressions of the specification read of the user's own record,
 * and of other records behind it only what the user may read there.
 */
export function shownMe(context: Pick<Context, 'model' | 'clock' | 'limitsNow'>, caller: Caller): Me {
  const scope = scopeOf(context, caller);
  const { me } = caller;
  const entries = Object.entries(me.record).map(([name, value]): readonly [string, Wire | undefined] => [
    name,
    value === undefined ? value : behind({ ...context, caller, scope }, 'user', name, value),
  ]);
  return { ...me, record: Object.fromEntries(entries) as RecordValue }; // the same names as before
}

interface ReadContext extends Pick<Context, 'model'> {
  readonly caller: Caller;
  readonly scope: Scope;
}

function behind(reader: ReadContext, entity: string, name: string, value: Wire): Wire {
  const target = reader.model.entities[targetOf(reader.model, entity, name) ?? ''];
  if (!target) return value;
  if (isList(value)) return value.map((item) => behind(reader, entity, name, item));
  return isMap(value) ? readablePart(reader, target, value) : value;
}

/** A loaded record without what the caller may not read of it; a right that cannot be decided counts as missing. */
function readablePart(reader: ReadContext, entity: Entity, held: Readonly<Record<string, Wire | undefined>>): Wire {
  const { rights } = reader.caller;
  const record = held as unknown as RecordValue; // as much of it as expressions read
  const scope: Scope = { ...reader.scope, record };
  const isRead = allows(rights, entity.id, 'read', scope) === true;
  const isNamed = isRead || allows(rights, entity.id, 'refer', scope) === true;
  const fields = fieldRights(rights, entity, scope);
  const isShown = (name: string): boolean => {
    if (name === 'id') return true;
    return name === 'title' ? isNamed : isRead && (fields[name]?.read ?? true);
  };
  const entries = Object.entries(asSeen(entity, record, scope))
    .filter(([name]) => isShown(name))
    .map(([name, value]): readonly [string, Wire] => [name, behind(reader, entity.id, name, value ?? null)]);
  return Object.fromEntries(entries);
}
