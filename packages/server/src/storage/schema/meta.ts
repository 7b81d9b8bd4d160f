import type { Reader, Writer } from '../database/database.ts';
import { limitsIn, watchedIn, withLimitsIn, withSpecificationIn, withWatchedIn } from '../database/kept-row.ts';
import { KEY, REQUIRED, textColumn, type TableShape } from '../database/shapes.ts';

export const META_TABLE: TableShape = {
  name: '_meta',
  columns: [textColumn('key', KEY), textColumn('value', REQUIRED)],
  key: [],
};

/** A fact that the database keeps about itself, or null. */
export async function readMeta(reader: Reader, key: string): Promise<string | null> {
  const rows = await reader.all('SELECT "value" FROM "_meta" WHERE "key" = ?', [key]);
  const value = rows[0]?.['value'];
  return typeof value === 'string' ? value : null;
}

export async function writeMeta(tx: Writer, key: string, value: string): Promise<void> {
  await tx.run(
    'INSERT INTO "_meta" ("key", "value") VALUES (?, ?) ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value"',
    [key, value],
  );
}

const FINGERPRINT = 'fingerprint';

/** Reads the fingerprint of the stored model: one row. A text alone, so that a transaction can send it with its first statement. */
export const READ_FINGERPRINT = `SELECT "value" FROM "_meta" WHERE "key" = '${FINGERPRINT}'`;

/** Stores what each write of a server compares with its own model. What was set while servers ran stays. */
export async function writeFingerprint(tx: Writer, fingerprint: string): Promise<void> {
  const stored = await readMeta(tx, FINGERPRINT);
  await writeMeta(tx, FINGERPRINT, stored === null ? fingerprint : withSpecificationIn(stored, fingerprint));
}

/** Stores which limits are set: each write that began before it runs again. Null: none is. Nothing where no model is stored yet. */
export async function writeHeldLimits(tx: Writer, held: string | null): Promise<void> {
  const stored = await readMeta(tx, FINGERPRINT);
  if (stored !== null && limitsIn(stored) !== held) await writeMeta(tx, FINGERPRINT, withLimitsIn(stored, held));
}

/** Stores what stands for the conditions that are watched: each write that began before it runs again. Null: none is. Nothing where no model is stored yet. */
export async function writeWatched(tx: Writer, mark: string | null): Promise<void> {
  const stored = await readMeta(tx, FINGERPRINT);
  if (stored !== null && watchedIn(stored) !== mark) await writeMeta(tx, FINGERPRINT, withWatchedIn(stored, mark));
}
