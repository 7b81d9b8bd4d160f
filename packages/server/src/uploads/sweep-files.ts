import { isFiles, isLines, runtimeLimit, type Entity, type Field, type Model } from '@ninefold/model';
import type { Clock } from '../clock.ts';
import { filesOf } from '../records/comments/rows.ts';
import { fileFields } from '../records/services/file-uses.ts';
import { columnOf } from '../storage/columns/registry.ts';
import type { Database, Reader } from '../storage/database/database.ts';
import { COMMENT_TABLE } from '../storage/schema/comment-tables.ts';
import { childTable, quoted } from '../storage/sql/names.ts';
import { raw } from '../storage/sql/sql.ts';
import type { FileStore } from './file-store.ts';
import { removeGoing } from './going.ts';
import type { Previews } from './previews.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 200;
/** A content that came so lately may be one whose file is just being noted. */
const YOUNG_MS = DAY_MS;

/** What went: files that nothing refers to, and contents that no file has. */
export interface Swept {
  readonly files: number;
  readonly contents: number;
}

interface Parts {
  readonly db: Database;
  readonly model: Model;
  readonly clock: Clock;
  readonly store: FileStore;
  readonly previews: Previews;
  /** Removes what has arrived of a file. */
  readonly forgetPart: (id: string) => Promise<void>;
}

/** Where the values of a field of files stand: a table and its column. */
interface Held {
  readonly table: string;
  readonly column: string;
}

function heldBy(entity: Entity, table: string, fields: Readonly<Record<string, Field>>): readonly Held[] {
  return Object.values(fields).flatMap((field): readonly Held[] => {
    if (isLines(field)) return heldBy(entity, childTable(entity.id, field.id), field.fields);
    if (!isFiles(field)) return [];
    if (columnOf(field) !== null) return [{ table, column: field.id }];
    return field.computed?.live === true ? [] : [{ table: childTable(entity.id, field.id), column: 'value' }];
  });
}

/**
 * Forgets what nothing has referred to for longer than the limit `trash_days`: files that were sent and put nowhere, that have left
 * their field, and those of records that are gone. Then their contents go, unless another file has the same.
 */
export async function sweepFiles({ db, model, clock, store, previews, forgetPart }: Parts): Promise<Swept> {
  const now = Date.parse(clock());
  const before = new Date(now - runtimeLimit(model, 'trash_days') * DAY_MS).toISOString();
  await noteGone(db, model, clock());
  const held = Object.values(model.entities).flatMap((entity) => heldBy(entity, entity.id, entity.fields));
  let files = 0;
  for (let after = ''; ; ) {
    const rows = await db.read.all(
      `SELECT "id" FROM "_file" WHERE "id" > ? AND ${LEFT} ORDER BY "id" LIMIT ${AT_ONCE}`,
      [...[after, before, before]],
    );
    const ids = rows.map(({ id }) => String(id));
    const kept = await heldAmong(db.read, held, ids);
    for (const id of ids) {
      if (kept.has(id)) continue;
      files += await db.write(async (tx) => {
        const { changes } = await tx.run(`DELETE FROM "_file" WHERE "id" = ? AND ${LEFT}`, [id, before, before]);
        if (changes > 0) await tx.run('DELETE FROM "_file_use" WHERE "file" = ?', [id]);
        return changes;
      }, id);
      await forgetPart(id);
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < AT_ONCE) break;
    after = last;
  }
  return { files, contents: await sweepContents({ db, clock, store, previews }, new Date(now - YOUNG_MS)) };
}

/** No field holds it, and none has for so long; it was sent before that, too. */
const LEFT = `"at" < ? AND NOT EXISTS (
  SELECT 1 FROM "_file_use" u WHERE u."file" = "_file"."id" AND (u."left_at" IS NULL OR u."left_at" >= ?))`;

/** Files have left the records that are gone for good, what was said about them, and the fields that the specification no longer has. */
async function noteGone(db: Database, model: Model, now: string): Promise<void> {
  const leave = (where: string, values: readonly string[]): Promise<unknown> =>
    db.write((tx) =>
      tx.run(`UPDATE "_file_use" SET "left_at" = ? WHERE "left_at" IS NULL AND ${where}`, [now, ...values]),
    );
  for (const id of [...Object.keys(model.entities), COMMENT_TABLE.name])
    await leave(`"entity" = ? AND NOT EXISTS (SELECT 1 FROM ${quoted(id)} r WHERE r."id" = "_file_use"."record")`, [
      id,
    ]);
  const noted = await db.read.all('SELECT DISTINCT "entity", "field" FROM "_file_use" WHERE "left_at" IS NULL', []);
  for (const { entity, field } of noted) {
    const [id, place] = [String(entity), String(field)];
    const own = Object.hasOwn(model.entities, id) ? model.entities[id] : undefined;
    const isKnown = id === COMMENT_TABLE.name || (own !== undefined && fileFields(own).includes(place));
    if (!isKnown) await leave('"entity" = ? AND "field" = ?', [id, place]);
  }
}

/** What the comments hold that were noted for some files. */
const ofComments = (
  marks: string,
): string => `SELECT c."files" FROM "_file_use" u JOIN "_comment" c ON c."id" = u."record"
  WHERE u."entity" = '_comment' AND c."files" IS NOT NULL AND u."file" IN (${marks})`;

/** The files among these that a field or a comment holds after all: what is stored decides, whatever was noted of it. */
async function heldAmong(reader: Reader, held: readonly Held[], ids: readonly string[]): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  if (ids.length === 0) return kept;
  const marks = ids.map(() => '?').join(', ');
  for (const { table, column } of held) {
    const id = reader.dialect.expressions.member(raw(quoted(column)), 'id').text;
    const rows = await reader.all(
      `SELECT ${id} AS "id" FROM ${quoted(table)} WHERE ${quoted(column)} IS NOT NULL AND ${id} IN (${marks})`,
      ids,
    );
    for (const row of rows) kept.add(String(row['id']));
  }
  const said = await reader.all(ofComments(marks), ids);
  for (const { files } of said) for (const { id } of filesOf(String(files))) kept.add(id);
  return kept;
}

async function sweepContents(
  { db, clock, store, previews }: Pick<Parts, 'db' | 'clock' | 'store' | 'previews'>,
  young: Date,
): Promise<number> {
  let gone = 0;
  for (let first = 0; first < 256; first += 1) {
    const digits = first.toString(16).padStart(2, '0');
    const lying = (await store.beginningWith(digits)).filter(({ at }) => at < young);
    const rows = await db.read.all('SELECT "hash" FROM "_file" WHERE substr("hash", 1, 2) = ?', [digits]);
    const needed = new Set(rows.map(({ hash }) => hash));
    await previews.keep(digits, needed);
    const idle = lying.map(({ hash }) => hash).filter((hash) => !needed.has(hash));
    for (let from = 0; from < idle.length; from += AT_ONCE)
      gone += await removeGoing(db, clock, store, idle.slice(from, from + AT_ONCE));
  }
  return gone;
}
