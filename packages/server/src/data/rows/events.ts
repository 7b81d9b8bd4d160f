import { type Entity, isList, isMap, type Scope, type Wire } from '@ninefold/model';
import type { DataFile } from '@ninefold/spec';
import { cellWire, cellText, textOf } from './seeds.ts';

/** A past event as a history file describes it, references still by name. */
export interface Event {
  readonly file: string;
  readonly row: number;
  readonly entity: Entity;
  readonly record: string;
  readonly at: string;
  readonly by: string | null;
  /** `press`: an approval before the last. `comment`: something that was said, which is no part of the history. */
  readonly kind: (typeof KINDS)[number];
  readonly transition: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly changes: readonly { readonly field: string; readonly old: Wire; readonly new: Wire }[];
  readonly input: Readonly<Record<string, Wire>> | null;
  /** The row as it is written. */
  readonly written: string;
}

/** Events by entity and by the label or key of their record, oldest first. */
export type Events = ReadonlyMap<string, readonly Event[]>;

export function eventsOf(entities: Readonly<Record<string, Entity>>, files: readonly DataFile[], scope: Scope): Events {
  const found = new Map<string, Event[]>();
  for (const file of files.filter(({ kind }) => kind === 'history')) {
    const entity = entities[file.entity];
    if (!entity) continue;
    for (const [index, row] of file.rows.entries()) {
      const text = (name: string): string | null => textOf(cellWire(row[name], null, scope));
      const event: Event = {
        ...{
          file: file.path,
          row: index + 1,
          entity,
          record: text('record') ?? '',
          at: text('at') ?? scope.now,
          by: text('by'),
        },
        ...{ kind: kindOf(text('kind')), transition: text('transition'), from: text('from'), to: text('to') },
        changes: changesIn(cellWire(row['changes'], null, scope)),
        input: inputIn(cellWire(row['input'], null, scope)),
        written: Object.entries(row)
          .map(([name, cell]) => `${name}: ${cellText(cell)}`)
          .join(' '),
      };
      const key = eventKey(entity.id, event.record);
      found.set(key, [...(found.get(key) ?? []), event]);
    }
  }
  for (const events of found.values()) events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.row - b.row));
  return found;
}

/** Those of the events that changed the record. */
export function changesAmong(events: readonly Event[]): readonly Event[] {
  return events.filter(({ kind }) => kind !== 'comment' && kind !== 'press');
}

export function eventKey(entity: string, name: string): string {
  return `${entity} ${name}`;
}

const KINDS = ['create', 'update', 'transition', 'press', 'delete', 'restore', 'comment'] as const;

function kindOf(text: string | null): Event['kind'] {
  return KINDS.find((kind) => kind === text) ?? 'update';
}

function parsed(value: Wire): Wire {
  return typeof value === 'string' ? JSON.parse(value) : value;
}

function changesIn(value: Wire): Event['changes'] {
  const list = parsed(value);
  if (!isList(list)) return [];
  return list.flatMap((item) => {
    if (!isMap(item) || typeof item['field'] !== 'string') return [];
    return [{ field: item['field'], old: item['old'] ?? null, new: item['new'] ?? null }];
  });
}

function inputIn(value: Wire): Event['input'] {
  const input = parsed(value);
  if (!isMap(input)) return null;
  return Object.fromEntries(Object.entries(input).map(([name, answer]) => [name, answer ?? null] as const));
}
