import { columnOf, storageOf } from '../../../storage/columns/registry.ts';
import {
  type Entity,
  type Field,
  type HistoryEntry,
  idOf,
  isLines,
  isManyReferences,
  isOneNamed,
  isSecret,
  type Wire,
  tellsOfState,
} from '@ninefold/model';
import type { Writer } from '../../../storage/database/database.ts';
import { isPlain, type Sent } from '../../context/body.ts';
import { authorOf, type Change, type Difference } from '../change.ts';
import { noteEvent } from '../../calls/note-event.ts';
import { createOrderedIds } from '../../../uuid.ts';
import { columnsGiven, insertInto } from '../../../storage/sql/writes.ts';

/** One change of a field as history keeps it: references and lines by id. */
export interface FieldChange {
  readonly field: string;
  readonly old: Wire;
  readonly new: Wire;
}

export interface HistoryRow {
  readonly entity: Pick<Entity, 'id' | 'history'>;
  readonly record: string;
  readonly at: string;
  readonly by: string | null;
  /** Who made the key of the caller, where that is another person. */
  readonly keyBy: string | null;
  /** The approver in whose place `by` pressed, or for whom a press is withdrawn. */
  readonly for?: string | null;
  /** The person whose deputy `by` pressed as, or withdraws as. */
  readonly through?: string | null;
  readonly kind: HistoryEntry['kind'];
  readonly transition: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly input: Sent | null;
  readonly changes: readonly FieldChange[];
  readonly via: HistoryEntry['via'];
  /** What made the application itself do it. */
  readonly cause: HistoryEntry['cause'];
  readonly version: number;
}

const COLUMNS = [
  ...[
    'id',
    'entity',
    'record',
    'at',
    'by',
    'key_by',
    'for',
    'through',
    'kind',
    'transition',
    'from',
    'to',
    'input',
    'changes',
    'via',
    'version',
    'cause',
  ],
];
const INSERT = insertInto('_history', 'id', columnsGiven(COLUMNS));

/** Presses, withdrawals and what they answer to leave a record as it is: where they come in one moment, their ids say which was first. */
const orderedId = createOrderedIds();

/** Keeps one event in the history of its record, unless the entity keeps none, and notes it for programs that want to be told. */
export function writeHistory(tx: Writer, row: HistoryRow): void {
  if (row.via !== 'data') {
    const moved = row.to !== null && row.from !== row.to ? ['state'] : [];
    const changed = [...moved, ...row.changes.map(({ field }) => field)];
    noteEvent(tx, { ...row, entity: row.entity.id, changed });
  }
  if (!row.entity.history) return;
  const { entity, record, at, by, keyBy, kind, transition, from, to, input, changes, via, version, cause } = row;
  const answers = input === null ? null : JSON.stringify(input);
  tx.later(INSERT, [
    orderedId(at),
    entity.id,
    record,
    at,
    by,
    keyBy,
    row.for ?? null,
    row.through ?? null,
    kind,
    transition,
    from,
    to,
    answers,
    JSON.stringify(changes),
    via,
    version,
    cause === null ? null : JSON.stringify(cause),
  ]);
}

/** What a write did to a record, beside the fields that it changed. */
type Happening = Pick<HistoryRow, 'kind'> &
  Partial<Pick<HistoryRow, 'transition' | 'from' | 'to' | 'input' | 'for' | 'through'>>;

/** Keeps a change in the history of its record. */
export function writeChange(change: Change, { kind, ...happening }: Happening): void {
  const { tx, entity, record, scope, caller } = change;
  writeHistory(tx, {
    entity,
    record: record.id,
    at: scope.now,
    by: authorOf(caller),
    keyBy: caller.keyBy ?? null,
    kind,
    transition: null,
    from: null,
    to: null,
    input: null,
    ...happening,
    changes: fieldChanges(entity, change),
    via: caller.via,
    cause: caller.cause ?? null,
    version: record.version,
  });
}

/** What changed, without what follows from the rest: computed values, and when a state was entered. */
export function fieldChanges(entity: Entity, { before, record, changed }: Difference): readonly FieldChange[] {
  return [...changed].flatMap((name) => {
    const field = entity.fields[name];
    if (!field || tellsOfState(field) || field.computed !== null || storageOf(field) === null) return [];
    return [{ field: name, old: compact(field, before?.[name]), new: compact(field, record?.[name]) }];
  });
}

/** A value without anything that was only loaded with it. */
export function compact(field: Field, value: Wire | undefined): Wire {
  if (isOneNamed(field)) return reference(value);
  if (isManyReferences(field)) return Array.isArray(value) ? value.map((item: Wire) => reference(item)) : [];
  if (isSecret(field)) return (value ?? null) === null ? null : true;
  if (!isLines(field)) return value ?? null;
  return Array.isArray(value) ? value.map((line: Wire) => compactLine(field.fields, line)) : [];
}

function compactLine(fields: Readonly<Record<string, Field>>, line: Wire): Wire {
  const stored = Object.values(fields).filter((field) => columnOf(field) !== null);
  const values = stored.map((field) => [field.id, compact(field, isPlain(line) ? line[field.id] : null)] as const);
  return { id: idOf(line) ?? '', ...Object.fromEntries(values) };
}

function reference(value: Wire | undefined): Wire {
  const id = idOf(value);
  return id === null ? null : { id };
}
