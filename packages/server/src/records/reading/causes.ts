import { canEver, type HistoryCause } from '@ninefold/model';
import { scopeOf } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import type { RecordServices } from '../services/write-context.ts';

/** What caused something; null also where it was a record of an entity that is not to be known. */
export function knownCause(cause: HistoryCause | null, mayKnow: (entity: string) => boolean): HistoryCause | null {
  return cause?.entity === undefined || mayKnow(cause.entity) ? cause : null;
}

/** These causes as the caller may know them, with the titles of their records. */
export async function shownCauses(
  { context, views }: RecordServices,
  caller: Caller,
  causes: readonly (HistoryCause | null)[],
): Promise<readonly (HistoryCause | null)[]> {
  const known = causes.map((cause) => knownCause(cause, (entity) => canEver(caller.rights, entity, 'read')));
  const scope = scopeOf(context, caller);
  const titles = new Map<string, string>();
  for (const [entity, found] of Map.groupBy(known, (cause) => cause?.entity)) {
    const ids = found.flatMap((cause) => cause?.record?.id ?? []);
    if (entity === undefined || ids.length === 0) continue;
    const named = await views.of(caller.rights)(entity).titles(context.db.read, entity, ids, scope);
    for (const [id, title] of named) titles.set(id, title);
  }
  return known.map((cause) => {
    const title = titles.get(cause?.record?.id ?? '');
    return cause?.record === undefined || title === undefined
      ? cause
      : { ...cause, record: { ...cause.record, title } };
  });
}
