import type { RecordValue, ReferenceValue } from '@ninefold/model';
import { scopeOf } from '../context/context.ts';
import type { InboxEntry } from '../context/notifications.ts';
import type { Caller } from '../context/records.ts';
import type { RecordServices } from '../services/write-context.ts';
import { findRecord } from '../views/answer.ts';
import { CHANGE, firedIn } from './followed.ts';
import type { StoredNotification } from './rows.ts';

/** What was stored of something that happened. */
type Happened = Pick<StoredNotification, 'entity' | 'record' | 'by'>;

/** What somebody may know now of what happened: its record, and who did it. */
export async function knownFor<T extends Happened>(
  services: RecordServices,
  caller: Caller,
  items: readonly T[],
): Promise<readonly (T & Pick<InboxEntry, 'isKnown' | 'value' | 'byName'>)[]> {
  const { records, names } = await readable(services, caller, items);
  return items.map((one) => {
    const value = records.get(keyOf(one)) ?? null;
    const isKnown = one.record === '' || value !== null;
    return { ...one, isKnown, value, byName: one.by !== null && isKnown ? (names.get(one.by) ?? null) : null };
  });
}

/** The same, with what it was. */
export async function entriesFor<T extends Happened & Pick<StoredNotification, 'kind' | 'what'>>(
  services: RecordServices,
  caller: Caller,
  items: readonly T[],
) {
  return (await knownFor(services, caller, items)).map((one) => {
    const transition = firedIn(one);
    return { ...one, what: transition === null ? one.what : CHANGE, transition };
  });
}

function keyOf({ entity, record }: Happened): string {
  return `${entity} ${record}`;
}

/** The records and the names of people, as the caller may read them now. */
async function readable(services: RecordServices, caller: Caller, items: readonly Happened[]) {
  const { context, views } = services;
  const { entities } = context.model;
  const scope = scopeOf(context, caller);
  const reader = context.db.read;
  const wanted = new Map(items.filter(({ record }) => record !== '').map((one) => [keyOf(one), one]));
  const records = new Map<string, RecordValue>();
  await Promise.all(
    [...wanted].map(async ([key, { entity, record: id }]) => {
      if (!Object.hasOwn(entities, entity)) return;
      const record = await findRecord(views.of(caller.rights)(entity), reader, id, scope);
      if (record !== null) records.set(key, record);
    }),
  );
  const people = [...new Set(items.flatMap(({ by }) => by ?? []))];
  const titles = await views.of(caller.rights)('user').titles(reader, 'user', people, scope);
  const names = new Map(
    people.map((id): readonly [string, ReferenceValue] => {
      const title = titles.get(id);
      return [id, title === undefined ? { id } : { id, title }];
    }),
  );
  return { records, names };
}
