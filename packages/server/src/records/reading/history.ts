import {
  canEver,
  type Entity,
  type Field,
  fieldRights,
  type HistoryEntry,
  isLines,
  isManyReferences,
  isSecret,
  type ReferenceValue,
  type Scope,
  stepInPath,
  transitionsOf,
  visibleFields,
  type Wire,
} from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import type { Row } from '../../storage/sql/sql-value.ts';
import { entityOf, scopeOf } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import type { RecordServices } from '../services/write-context.ts';
import { isPlain } from '../context/body.ts';
import { existingRecord, refuseVerb } from '../services/find-record.ts';
import { titledBy } from '../views/answer.ts';
import type { View } from '../views/view.ts';
import { forbidden } from '../context/forbidden.ts';
import { knownCause } from './causes.ts';
import { seenInLines } from './lines-in-history.ts';

const ROWS = `SELECT * FROM "_history" WHERE "entity" = ? AND "record" = ? ORDER BY "version" DESC, "id" DESC LIMIT 500`;

/** `GET /api/<entity>/<id>/history`, newest first; fields that the reader may not read leave no trace. */
export async function historyOf(
  services: RecordServices,
  caller: Caller,
  entityId: string,
  idOrKey: string,
): Promise<readonly HistoryEntry[]> {
  const entity = entityOf(services.context, entityId);
  if (!entity.history || !canEver(caller.rights, entityId, 'history')) throw forbidden(entityId, 'history');
  const scope = scopeOf(services.context, caller);
  const tx = services.context.db.read;
  const finder = { tx, entity, plan: services.plans(entityId), rights: caller.rights, scope };
  const record = await existingRecord(finder, idOrKey);
  refuseVerb(finder, 'history', record);
  const rights = fieldRights(caller.rights, entity, { ...scope, record });
  const visible = visibleFields(entity, { ...scope, record });
  const rows = await tx.all(ROWS, [entityId, record.id]);
  const knowing: Knowing = {
    isReadable: (field) => visible.has(field) && rights[field]?.read === true,
    mayKnow: (other) => canEver(caller.rights, other, 'read'),
    seen: seenInLines(entity, record, scope),
  };
  const entries = rows
    .map((row) => entryOf(entity, row, knowing))
    .filter((entry) => !ABOUT_FIELDS.has(entry.kind) || entry.changes.length > 0);
  return withTitles(services.views.of(caller.rights)(entityId), tx, { entity, entries, scope });
}

/** What says nothing but which fields changed. */
const ABOUT_FIELDS: ReadonlySet<HistoryEntry['kind']> = new Set(['update', 'refuse']);

type Changes = HistoryEntry['changes'];

/** What a reader may learn of an entry. */
interface Knowing {
  readonly isReadable: (field: string) => boolean;
  /** Whether they may read records of another entity. */
  readonly mayKnow: (entity: string) => boolean;
  /** Changes as they are told to them. */
  readonly seen: (changes: Changes) => Changes;
}

function entryOf(entity: Entity, row: Row, { isReadable, mayKnow, seen }: Knowing): HistoryEntry {
  const changes = JSON.parse(String(row['changes'])) as Changes; // written by `writeHistory`
  return {
    id: String(row['id']),
    at: String(row['at']),
    by: row['by'] === null ? null : { id: String(row['by']) },
    key_by: typeof row['key_by'] === 'string' ? { id: row['key_by'] } : null,
    for: typeof row['for'] === 'string' ? { id: row['for'] } : null,
    through: typeof row['through'] === 'string' ? { id: row['through'] } : null,
    kind: row['kind'] as HistoryEntry['kind'], // both as `writeHistory` wrote them
    transition: textOf(row['transition']),
    from: textOf(row['from']),
    to: textOf(row['to']),
    input: row['input'] === null ? null : shownInput(entity, row, isReadable),
    changes: seen(changes.filter(({ field }) => isReadable(field))),
    via: row['via'] as HistoryEntry['via'], // see `kind`
    cause: causeOf(row['cause'], mayKnow),
  };
}

/** What caused the entry; null also where it was a record of an entity that the reader may not read. */
function causeOf(stored: unknown, mayKnow: (entity: string) => boolean): HistoryEntry['cause'] {
  if (typeof stored !== 'string') return null;
  return knownCause(JSON.parse(stored) as NonNullable<HistoryEntry['cause']>, mayKnow); // written by `writeHistory`
}

/** The answers to a transition's form, without those that went into fields which the reader may not read. */
function shownInput(entity: Entity, row: Row, isReadable: (field: string) => boolean): HistoryEntry['input'] {
  const answers = JSON.parse(String(row['input'])) as NonNullable<HistoryEntry['input']>; // written by `writeHistory`
  const set = transitionsOf(entity).get(String(row['transition']))?.set ?? [];
  const closed = set.filter(({ field }) => !isReadable(field)).flatMap(({ value }) => value.reads);
  const isClosed = (name: string): boolean => {
    const own = `input.${stepInPath(name)}`;
    return closed.some((path) => path === own || path.startsWith(`${own}.`));
  };
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !isClosed(name)));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Titles as they are now, where this reader may see them. */
async function withTitles(
  view: View,
  reader: Reader,
  {
    entity,
    entries,
    scope,
  }: { readonly entity: Entity; readonly entries: readonly HistoryEntry[]; readonly scope: Scope },
): Promise<readonly HistoryEntry[]> {
  const wanted = new Map<string, Set<string>>();
  const collect: MapReference = (to, id) => {
    wanted.set(to, (wanted.get(to) ?? new Set()).add(id));
    return { id };
  };
  entries.forEach((entry) => mapEntry(entity, entry, collect));
  const titles = new Map<string, ReadonlyMap<string, string>>();
  for (const [to, ids] of wanted) titles.set(to, await view.titles(reader, to, [...ids], scope));
  return entries.map((entry) =>
    mapEntry(entity, entry, (to, id) => {
      const title = titles.get(to)?.get(id);
      return title === undefined ? { id } : { id, title };
    }),
  );
}

type MapReference = (to: string, id: string) => ReferenceValue;

function mapEntry(entity: Entity, entry: HistoryEntry, map: MapReference): HistoryEntry {
  const input = transitionsOf(entity).get(entry.transition ?? '')?.input ?? {};
  const answers = Object.entries(entry.input ?? {}).map(([name, value]): readonly [string, Wire] => [
    name,
    mapValue(input[name], value, map),
  ]);
  return {
    ...entry,
    by: entry.by === null ? null : map('user', entry.by.id),
    key_by: entry.key_by === null ? null : map('user', entry.key_by.id),
    cause: mapCause(entry.cause, map),
    for: entry.for === null ? null : map('user', entry.for.id),
    through: entry.through === null ? null : map('user', entry.through.id),
    input: entry.input === null ? null : Object.fromEntries(answers),
    changes: entry.changes.map((change) => ({
      field: change.field,
      old: mapValue(entity.fields[change.field], change.old, map),
      new: mapValue(entity.fields[change.field], change.new, map),
    })),
  };
}

function mapCause(cause: HistoryEntry['cause'], map: MapReference): HistoryEntry['cause'] {
  if (cause?.entity === undefined || cause.record === undefined) return cause;
  return { ...cause, record: map(cause.entity, cause.record.id) };
}

function mapValue(field: Field | undefined, value: Wire, map: MapReference): Wire {
  if (isSecret(field)) return value === null || value === '' ? null : true; // it may have been a text in the clear before
  const to = titledBy(field);
  if (to !== null) return mapReference(to, value, map);
  if (!Array.isArray(value)) return value;
  if (isManyReferences(field)) return value.map((item: Wire) => mapReference(field.to, item, map));
  if (!isLines(field)) return value;
  return value.map((line: Wire) =>
    isPlain(line)
      ? Object.fromEntries(
          Object.entries(line).map(([name, inner]) => [name, mapValue(field.fields[name], inner, map)]),
        )
      : line,
  );
}

function mapReference(to: string, value: Wire, map: MapReference): Wire {
  const id = isPlain(value) ? value['id'] : null;
  return typeof id === 'string' ? map(to, id) : null;
}
