import { randomBytes } from 'node:crypto';
import { isSealed, type Wire } from '@ninefold/model';
import { sealAtOnce } from '../../../sealing/seal.ts';
import type { Writer } from '../../database/database.ts';
import { readSeedRows, ROW, writeSeedRow } from '../../schema/seed-rows.ts';
import type { Where } from '../changes/stored.ts';

const PAGE = 1000;
const READ = `SELECT "id", "changes" FROM "_history" WHERE "entity" = ? AND "id" > ? AND "changes" <> '[]' ORDER BY "id" LIMIT ${String(PAGE)}`;

/** A field that has become a secret: the ids of its entity and of itself, now and before. */
export interface Sealed {
  readonly entities: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
}

/** One change of a field, as history keeps it. */
interface Kept {
  readonly field: string;
  readonly old: Wire;
  readonly new: Wire;
}

/** Leaves of the values that a field had before it became a secret what does not say them, wherever they stand beside its column. */
export async function sealElsewhere(tx: Writer, sealed: Sealed): Promise<void> {
  for (const entity of sealed.entities) {
    await sealHistory(tx, entity, sealed.fields);
    await sealSeedRows(tx, entity, sealed.fields);
  }
  await tx.run(READ_AGAIN, []);
  await sealAside(tx, sealed);
}

/** History says only whether there was a value. */
async function sealHistory(tx: Writer, entity: string, fields: ReadonlySet<string>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await tx.all(READ, [entity, after]);
    for (const { id, changes } of rows) {
      const now = sealedChanges(String(changes), fields);
      if (now !== changes) await tx.run('UPDATE "_history" SET "changes" = ? WHERE "id" = ?', [now, id ?? null]);
    }
    if (rows.length < PAGE) return;
    after = String(rows.at(-1)?.['id']);
  }
}

function sealedChanges(changes: string, fields: ReadonlySet<string>): string {
  const kept = JSON.parse(changes) as readonly Kept[]; // written by `writeHistory`
  const isThere = (value: Wire): Wire => (value === null || value === '' ? null : true);
  const sealed = kept.map((change) =>
    fields.has(change.field) ? { field: change.field, old: isThere(change.old), new: isThere(change.new) } : change,
  );
  return JSON.stringify(sealed);
}

/** What is remembered of rows of data files says nothing of the cell any more, nor does the name of a row that was known by its content. */
async function sealSeedRows(tx: Writer, entity: string, fields: ReadonlySet<string>): Promise<void> {
  for (const row of await readSeedRows(tx, entity)) {
    const cells = Object.fromEntries(Object.entries(row.cells).filter(([column]) => !fields.has(column)));
    if (Object.keys(cells).length === Object.keys(row.cells).length) continue;
    const name = row.name.startsWith(ROW) ? `${ROW}${randomBytes(16).toString('hex')} 1` : row.name;
    await tx.run('DELETE FROM "_seed" WHERE "entity" = ? AND "name" = ?', [entity, row.name]);
    writeSeedRow(tx, { ...row, name, cells });
  }
}

/** Marks files as those whose rows are not remembered, so that they are read once more, and remembered with what stands for the secret. */
const READ_AGAIN = `UPDATE "_meta" SET "value" = substr("value", 6) WHERE "key" LIKE 'data %' AND "value" LIKE 'rows %'`;

/** Values that were put aside become hashes; those of a kept history say only whether there were any. */
async function sealAside(tx: Writer, { entities, fields }: Sealed): Promise<void> {
  for (const entity of entities) {
    for (const field of fields)
      await rewriteAside(tx, { text: '"table" = ? AND "column" = ?', values: [entity, field] }, (value) =>
        isSealed(value) ? value : sealAtOnce(value),
      );
    const ofHistory = {
      text: `"name" = ? AND "table" = '_history' AND "column" = 'changes'`,
      values: [`${entity}.history`],
    };
    await rewriteAside(tx, ofHistory, (value) => sealedChanges(value, fields));
  }
}

async function rewriteAside(tx: Writer, { text, values }: Where, rewrite: (value: string) => string): Promise<void> {
  const rows = await tx.all(`SELECT DISTINCT "value" FROM "_aside" WHERE ${text}`, values);
  for (const { value } of rows) {
    const before = String(value);
    const now = rewrite(before);
    if (now !== before)
      await tx.run(`UPDATE "_aside" SET "value" = ? WHERE ${text} AND "value" = ?`, [now, ...values, before]);
  }
}
