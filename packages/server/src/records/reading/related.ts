import { canEver, canEverRead, type Inverse, inversesOf, isManyReferences } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Context } from '../context/context.ts';
import type { Caller, RelatedCounts, RelatedList } from '../context/records.ts';
import type { Views } from '../views/views.ts';
import { listRecords } from './lists/list.ts';
import { readRecord } from './read-record.ts';
import { together } from './together.ts';

/** A record and the name of the references to it. */
interface Address {
  readonly entity: string;
  readonly idOrKey: string;
}

/**
 * `GET /api/<entity>/<id>/<inverse>`: what the list of those who refer is asked for. `not_found` is the same for a record that
 * is missing or may not be read, and for a name that is no inverse or whose field the caller may never read.
 */
export async function relatedList(
  context: Context,
  views: Views,
  { caller, inverse: name, query, ...address }: Address & RelatedAsked,
): Promise<RelatedList> {
  const id = await readableId(context, views, caller, address);
  const inverse = readableInverses(context, caller, address.entity).find(([known]) => known === name)?.[1];
  if (inverse === undefined) throw new Refusal('not_found');
  return listOf(inverse, id, query);
}

interface RelatedAsked {
  readonly caller: Caller;
  readonly inverse: string;
  readonly query: URLSearchParams;
}

/** `GET /_/related/<entity>/<id>`: the counts of all lists of related records at one moment. */
export async function relatedCounts(
  context: Context,
  views: Views,
  { caller, ...address }: Address & { readonly caller: Caller },
): Promise<RelatedCounts> {
  const id = await readableId(context, views, caller, address);
  const inverses = readableInverses(context, caller, address.entity);
  return together(context, caller, async (one) => {
    const counts: Record<string, RelatedCounts[string]> = {};
    for (const [name, inverse] of inverses) {
      const { entity, query } = listOf(inverse, id, new URLSearchParams({ size: '1', select: 'id' }));
      const { total, total_is } = await listRecords(one, views, { caller, entity, search: query });
      counts[name] = { total, total_is };
    }
    return counts;
  });
}

async function readableId(context: Context, views: Views, caller: Caller, address: Address): Promise<string> {
  const params = new URLSearchParams({ select: 'id' });
  return (await readRecord(context, views, { caller, ...address, params })).id;
}

function readableInverses(
  { model }: Context,
  { rights }: Caller,
  target: string,
): readonly (readonly [string, Inverse])[] {
  return [...inversesOf(model.entities)(target)].filter(
    ([, { entity, field }]) => canEver(rights, entity.id, 'read') && canEverRead(rights, entity, field.id),
  );
}

function listOf({ entity, field }: Inverse, id: string, asked: URLSearchParams): RelatedList {
  const query = new URLSearchParams(asked);
  query.append(`f.${field.id}`, `${isManyReferences(field) ? 'has' : 'eq'}:${id}`);
  return { entity: entity.id, query };
}
