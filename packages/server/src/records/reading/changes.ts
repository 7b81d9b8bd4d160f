import {
  allows,
  canEver,
  cycleField,
  fieldRights,
  idOf,
  visibleFields,
  type ChangeSince,
  type Entity,
  type RecordValue,
  type ReferenceValue,
  type Scope,
} from '@ninefold/model';
import type { Row } from '../../storage/sql/sql-value.ts';
import { entityOf, scopeOf } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import type { RecordServices } from '../services/write-context.ts';
import { existingRecord, type Finder } from '../services/find-record.ts';
import { argument, sql, table } from '../../storage/sql/sql.ts';

const SINCE = sql`SELECT "version", "at", "by", "from", "to", "transition", "changes", "cause" FROM ${table('_history')}
  WHERE "entity" = ${argument(0)} AND "record" = ${argument(1)} AND "version" > ${argument(2)} ORDER BY "version" DESC, "id" DESC LIMIT 100`;

/**
 * `GET /_/changes/<entity>/<id>?since=<version>`, newest first: who changed what since the reader saw the record, without values.
 * A reader of the record without its history gets only the last change by somebody else: the record itself showed that
 * (`changed_by`) until the reader saved over it. Fields that the reader may not read are left out. A person's own changes
 * on a screen are left out there; programs that work in one name get each other's changes.
 */
export async function changesSince(
  services: RecordServices,
  caller: Caller,
  { entityId, idOrKey, since }: { readonly entityId: string; readonly idOrKey: string; readonly since: number },
): Promise<readonly ChangeSince[]> {
  const entity = entityOf(services.context, entityId);
  const scope = scopeOf(services.context, caller);
  const tx = services.context.db.read;
  const finder = { tx, entity, plan: services.plans(entityId), rights: caller.rights, scope };
  return changesOf(services, finder, { caller, record: await existingRecord(finder, idOrKey), since });
}

/** The same of a record that was found, as `tx` sees its history. */
export async function changesOf(
  services: RecordServices,
  { tx, entity, scope }: Finder,
  { caller, record, since }: { readonly caller: Caller; readonly record: RecordValue; readonly since: number },
): Promise<readonly ChangeSince[]> {
  const rows = await tx.all(SINCE, [entity.id, record.id, since]);
  if (!entity.history) return lastChange(services, caller, { record, since });
  const isReadable = readableFields(caller, entity, { ...scope, record });
  const isNews = (by: string | undefined): boolean => by !== caller.me.id || caller.via !== 'screen';
  const entries = rows
    .map((row) => changeOf(entity, row, isReadable))
    .filter(({ by, fields }) => fields.length > 0 && isNews(by?.id));
  const shown = maySeeHistory(caller, entity, { ...scope, record }) ? entries : entries.slice(0, 1).map(withoutStep);
  const people = await titledUsers(
    services,
    caller,
    shown.flatMap(({ by }) => (by === null ? [] : [by.id])),
  );
  return shown.map((entry) => ({ ...entry, by: people.find(({ id }) => id === entry.by?.id) ?? null }));
}

/** Of an entity without history the record itself shows when it was changed last and by whom; nothing tells which fields. */
async function lastChange(
  services: RecordServices,
  caller: Caller,
  { record, since }: { readonly record: RecordValue; readonly since: number },
): Promise<readonly ChangeSince[]> {
  const by = idOf(record['changed_by']);
  const isNews = record.version > since && (by !== caller.me.id || caller.via !== 'screen');
  if (!isNews) return [];
  const [person = null] = await titledUsers(services, caller, by === null ? [] : [by]);
  return [{ version: record.version, at: String(record['changed_at'] ?? ''), by: person, fields: [] }];
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

/** The change as the record itself shows it. */
function withoutStep({ transition: _transition, ...change }: ChangeSince): ChangeSince {
  return change;
}

function changeOf(entity: Entity, row: Row, isReadable: (field: string) => boolean): ChangeSince {
  const changes = JSON.parse(String(row['changes'])) as readonly { readonly field: string }[]; // written by `writeHistory`
  const moved = row['to'] !== null && row['from'] !== row['to'];
  const fields = [...(moved ? ['state'] : []), ...changes.map(({ field }) => field).filter(isReadable)];
  const transition = row['transition'] === null ? null : String(row['transition']);
  const isStep = transition !== null && fields.includes(cycleField(entity, transition));
  return {
    version: Number(row['version']),
    at: String(row['at']),
    by: row['by'] === null ? null : { id: String(row['by']) },
    ...(row['cause'] === null ? {} : { by_itself: true }),
    ...(isStep ? { transition } : {}),
    fields,
  };
}

/** Those of these users whose title the caller may see. */
export async function titledUsers(
  services: RecordServices,
  caller: Caller,
  ids: readonly string[],
): Promise<readonly ReferenceValue[]> {
  const view = services.views.of(caller.rights)('user');
  const titles = await view.titles(services.context.db.read, 'user', [...ids], scopeOf(services.context, caller));
  return [...new Set(ids)].flatMap((id) => {
    const title = titles.get(id);
    return title === undefined ? [] : [{ id, title }];
  });
}
