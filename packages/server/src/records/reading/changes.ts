import {
  allows,
  canEver,
  fieldRights,
  visibleFields,
  type ChangeSince,
  type Entity,
  type RecordValue,
  type ReferenceValue,
  type Scope,
} from '@ninefold/model';
import type { Row } from '../../storage/sql-value.ts';
import { entityOf, scopeOf } from '../context.ts';
import type { Caller } from '../records.ts';
import type { Workshop } from '../writing/attempt.ts';
import { existingRecord, type Finder } from '../writing/existing.ts';

const SINCE = `SELECT "version", "at", "by", "from", "to", "changes" FROM "_history"
  WHERE "entity" = ? AND "record" = ? AND "version" > ? ORDER BY "version" DESC, "id" DESC LIMIT 100`;

/**
 * `GET /_/changes/<entity>/<id>?since=<version>`, newest first: who changed what since the reader saw the record, without values.
 * Who may read the record but not its history is told of the last change by somebody else alone: that much the record itself
 * said (`changed_by`) until the reader saved over it. Fields that he may not read leave no trace. What a person did on a screen
 * is no news to himself there; programs that work in one name hear of each other.
 */
export async function changesSince(
  shop: Workshop,
  caller: Caller,
  entityId: string,
  idOrKey: string,
  since: number,
): Promise<readonly ChangeSince[]> {
  const entity = entityOf(shop.context, entityId);
  const scope = scopeOf(shop.context, caller);
  const tx = shop.context.db.read;
  const finder = { tx, entity, plan: shop.plans(entityId), rights: caller.rights, scope };
  return changesOf(shop, finder, caller, await existingRecord(finder, idOrKey), since);
}

/** The same of a record that was found, as `tx` sees its history. */
export async function changesOf(
  shop: Workshop,
  { tx, entity, scope }: Finder,
  caller: Caller,
  record: RecordValue,
  since: number,
): Promise<readonly ChangeSince[]> {
  const rows = await tx.all(SINCE, [entity.id, record.id, since]);
  const isReadable = readableFields(caller, entity, { ...scope, record });
  const isNews = (by: string | undefined): boolean => by !== caller.me.id || caller.via !== 'screen';
  const entries = rows
    .map((row) => changeOf(row, isReadable))
    .filter(({ by, fields }) => fields.length > 0 && isNews(by?.id));
  const told = maySeeHistory(caller, entity, { ...scope, record }) ? entries : entries.slice(0, 1);
  const people = await titledUsers(
    shop,
    caller,
    told.flatMap(({ by }) => (by === null ? [] : [by.id])),
  );
  return told.map((entry) => ({ ...entry, by: people.find(({ id }) => id === entry.by?.id) ?? null }));
}

function maySeeHistory({ rights }: Caller, entity: Entity, scope: Scope): boolean {
  return (
    entity.history && canEver(rights, entity.id, 'history') && allows(rights, entity.id, 'history', scope) === true
  );
}

function readableFields({ rights }: Caller, entity: Entity, scope: Scope): (field: string) => boolean {
  const granted = fieldRights(rights, entity, scope);
  const visible = visibleFields(entity, scope);
  return (field) => visible.has(field) && granted[field]?.read === true;
}

function changeOf(row: Row, isReadable: (field: string) => boolean): ChangeSince {
  const changes = JSON.parse(String(row['changes'])) as readonly { readonly field: string }[]; // written by `writeHistory`
  const moved = row['to'] !== null && row['from'] !== row['to'];
  return {
    version: Number(row['version']),
    at: String(row['at']),
    by: row['by'] === null ? null : { id: String(row['by']) },
    fields: [...(moved ? ['state'] : []), ...changes.map(({ field }) => field).filter(isReadable)],
  };
}

/** Those of these users whose title the caller may see. */
export async function titledUsers(
  shop: Workshop,
  caller: Caller,
  ids: readonly string[],
): Promise<readonly ReferenceValue[]> {
  const view = shop.views.peek(caller.rights, 'user');
  const titles = await view.titles(shop.context.db.read, 'user', [...ids], scopeOf(shop.context, caller));
  return [...new Set(ids)].flatMap((id) => {
    const title = titles.get(id);
    return title === undefined ? [] : [{ id, title }];
  });
}
