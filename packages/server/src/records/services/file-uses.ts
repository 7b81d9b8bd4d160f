import {
  type Entity,
  type Field,
  fileIn,
  filesIn,
  isFiles,
  isLines,
  isMap,
  isList,
  memoizedWeakly,
  type RecordValue,
  type StoredFile,
  type Wire,
} from '@ninefold/model';
import type { Writer } from '../../storage/database/database.ts';
import { sql } from '../../storage/sql/sql.ts';
import { columnsGiven, insertInto } from '../../storage/sql/writes.ts';

/** A field of an entity that holds files, or a field of its lines. */
interface FilePlace {
  /** As uses name it: `photo`, or of lines `lines.photo`. */
  readonly name: string;
  /** Ids of the files that a record holds there. */
  ids(record: RecordValue): readonly string[];
}

const idsIn = (value: Wire | undefined): readonly string[] => filesIn(value).map(({ id }) => id);

function placesOf(field: Field): readonly FilePlace[] {
  if (isFiles(field)) return [{ name: field.id, ids: (record) => idsIn(record[field.id]) }];
  if (!isLines(field)) return [];
  return Object.values(field.fields)
    .filter((inner) => isFiles(inner))
    .map((inner) => ({
      name: `${field.id}.${inner.id}`,
      ids: (record) => {
        const lines = record[field.id];
        return isList(lines) ? lines.flatMap((line: Wire) => (isMap(line) ? idsIn(line[inner.id]) : [])) : [];
      },
    }));
}

const filePlaces = memoizedWeakly((entity: Entity) => Object.values(entity.fields).flatMap(placesOf));

/** The fields of an entity that hold files, as uses name them. */
export function fileFields(entity: Entity): readonly string[] {
  return filePlaces(entity).map(({ name }) => name);
}

const USE = sql`${insertInto('_file_use', 'record', columnsGiven(['record', 'file', 'entity', 'field']))}
  ON CONFLICT ("file", "record", "entity", "field") DO UPDATE SET "left_at" = NULL`;
const LEAVE = sql`${insertInto('_file_use', 'record', columnsGiven(['record', 'file', 'entity', 'field', 'left_at']))}
  ON CONFLICT ("file", "record", "entity", "field") DO UPDATE SET "left_at" = excluded."left_at"`;

/** A place that holds files: a field of a record, or of its lines, or a comment. */
interface Holding {
  readonly record: string;
  readonly entity: string;
  readonly field: string;
}

/** Notes, in the transaction of a write, which files a place has come to hold and which have left it at this moment. */
export function noteHeld(
  tx: Writer,
  { record, entity, field }: Holding,
  held: { readonly was: readonly string[]; readonly is: readonly string[]; readonly at: string },
): void {
  const [was, is] = [new Set(held.was), new Set(held.is)];
  for (const id of is) if (!was.has(id)) tx.later(USE, [record, id, entity, field]);
  for (const id of was) if (!is.has(id)) tx.later(LEAVE, [record, id, entity, field, held.at]);
}

/** The same for all fields of a record. `before` is null where it is made. */
export function noteFiles(tx: Writer, entity: Entity, before: RecordValue | null, record: RecordValue): void {
  for (const { name, ids } of filePlaces(entity)) {
    const held = { was: before === null ? [] : ids(before), is: ids(record), at: record.changed_at };
    noteHeld(tx, { record: record.id, entity: entity.id, field: name }, held);
  }
}

/** Who may put a file where. */
export interface Putting {
  /** The user who writes. */
  readonly sender: string;
  /** The record; null where it is being made. */
  readonly record: string | null;
  readonly entity: string;
}

const KNOWN = `SELECT f."id", f."name", f."size", f."type", f."sender", u."record", u."entity", u."field"
  FROM "_file" f LEFT JOIN "_file_use" u ON u."file" = f."id" WHERE f."id" = ? AND f."type" IS NOT NULL`;

/**
 * What a file is that somebody puts into a field: one that they sent themselves and that is in no record, or one that was in this very
 * field of this record before. Null for every other: its id gives no right.
 */
export async function fileToPut(tx: Writer, id: string, field: string, putting: Putting): Promise<StoredFile | null> {
  const rows = await tx.all(KNOWN, [id]);
  const [first] = rows;
  if (first === undefined) return null;
  const isOwn = first['sender'] === putting.sender && rows.every((row) => row['record'] === null);
  const wasHere = rows.some(
    (row) => row['record'] === putting.record && row['entity'] === putting.entity && row['field'] === field,
  );
  if (!isOwn && (putting.record === null || !wasHere)) return null;
  return fileIn({ id, name: String(first['name']), size: Number(first['size']), type: String(first['type']) });
}
