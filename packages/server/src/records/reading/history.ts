import {
  canEver,
  fieldRights,
  visibleFields,
  type Entity,
  type Field,
  type HistoryEntry,
  type Scope,
  type Wire,
} from '@ninefold/model';
import type { Reader } from '../../storage/database.ts';
import type { Row } from '../../storage/sql-value.ts';
import { entityOf, scopeOf } from '../context.ts';
import type { Caller } from '../records.ts';
import type { Workshop } from '../writing/attempt.ts';
import { isPlain } from '../writing/body.ts';
import { existingRecord, refuseVerb } from '../writing/existing.ts';
import type { View } from './view.ts';
import { forbidden } from '../forbidden.ts';

const ROWS = `SELECT * FROM "_history" WHERE "entity" = ? AND "record" = ? ORDER BY "version" DESC, "id" DESC LIMIT 500`;

/** `GET /api/<entity>/<id>/history`, newest first; fields that the reader may not read leave no trace. */
export async function historyOf(
  shop: Workshop,
  caller: Caller,
  entityId: string,
  idOrKey: string,
): Promise<readonly HistoryEntry[]> {
  const entity = entityOf(shop.context, entityId);
  if (!entity.history || !canEver(caller.rights, entityId, 'history')) throw forbidden(entityId, 'history');
  const scope = scopeOf(shop.context, caller);
  const tx = shop.context.db.read;
  const finder = { tx, entity, plan: shop.plans(entityId), rights: caller.rights, scope };
  const record = await existingRecord(finder, idOrKey);
  refuseVerb(finder, 'history', record);
  const rights = fieldRights(caller.rights, entity, { ...scope, record });
  const visible = visibleFields(entity, { ...scope, record });
  const rows = await tx.all(ROWS, [entityId, record.id]);
  const entries = rows
    .map((row) => entryOf(entity, row, (field) => visible.has(field) && rights[field]?.read === true))
    .filter((entry) => entry.kind !== 'update' || entry.changes.length > 0);
  return withTitles(shop.views.peek(caller.rights, entityId), tx, entity, entries, scope);
}

type Changes = HistoryEntry['changes'];

function entryOf(entity: Entity, row: Row, isReadable: (field: string) => boolean): HistoryEntry {
  const changes = JSON.parse(String(row['changes'])) as Changes; // written by `writeHistory`
  return {
    id: String(row['id']),
    at: String(row['at']),
    by: row['by'] === null ? null : { id: String(row['by']) },
    kind: row['kind'] as HistoryEntry['kind'],
    transition: textOf(row['transition']),
    from: textOf(row['from']),
    to: textOf(row['to']),
    input: row['input'] === null ? null : shownInput(entity, row, isReadable),
    changes: changes.filter(({ field }) => isReadable(field)),
    via: row['via'] as HistoryEntry['via'],
  };
}

/** The answers to a transition's form, without those that went into fields which the reader may not read. */
function shownInput(entity: Entity, row: Row, isReadable: (field: string) => boolean): HistoryEntry['input'] {
  const answers = JSON.parse(String(row['input'])) as NonNullable<HistoryEntry['input']>; // written by `writeHistory`
  const set = entity.lifecycle?.transitions[String(row['transition'])]?.set ?? [];
  const closed = set.filter(({ field }) => !isReadable(field)).flatMap(({ value }) => value.reads);
  const isClosed = (name: string): boolean =>
    closed.some((path) => path === `input.${name}` || path.startsWith(`input.${name}.`));
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !isClosed(name)));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Titles as they are now, where this reader may see them. */
async function withTitles(
  view: View,
  reader: Reader,
  entity: Entity,
  entries: readonly HistoryEntry[],
  scope: Scope,
): Promise<readonly HistoryEntry[]> {
  const wanted = new Map<string, Set<string>>();
  const collect = (to: string, id: string): Wire => {
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

type MapReference = (to: string, id: string) => Wire;

function mapEntry(entity: Entity, entry: HistoryEntry, map: MapReference): HistoryEntry {
  const input = entity.lifecycle?.transitions[entry.transition ?? '']?.input ?? {};
  const answers = Object.entries(entry.input ?? {}).map(([name, value]): readonly [string, Wire] => [
    name,
    mapValue(input[name], value, map),
  ]);
  return {
    ...entry,
    by: entry.by === null ? null : (map('user', entry.by.id) as HistoryEntry['by']),
    input: entry.input === null ? null : Object.fromEntries(answers),
    changes: entry.changes.map((change) => ({
      field: change.field,
      old: mapValue(entity.fields[change.field], change.old, map),
      new: mapValue(entity.fields[change.field], change.new, map),
    })),
  };
}

function mapValue(field: Field | undefined, value: Wire, map: MapReference): Wire {
  if (field?.type === 'reference') return mapReference(field.to, value, map);
  if (!Array.isArray(value)) return value;
  if (field?.type === 'references') return value.map((item: Wire) => mapReference(field.to, item, map));
  if (field?.type !== 'lines') return value;
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
