import type { Wire } from '@ninefold/model';
import type { Writer } from '../../database/database.ts';

const PAGE = 1000;
const READ = `SELECT "id", "changes" FROM "_history" WHERE "entity" = ? AND "id" > ? AND "changes" <> '[]' ORDER BY "id" LIMIT ${String(PAGE)}`;

/** One change of a field, as history keeps it. */
interface Kept {
  readonly field: string;
  readonly old: Wire;
  readonly new: Wire;
}

/** Leaves of the values that a field had, in the history of these records, only whether there were any: it has become a secret. */
export async function sealHistory(tx: Writer, entity: string, names: ReadonlySet<string>): Promise<void> {
  const sealed = (change: Kept): Kept =>
    names.has(change.field) ? { field: change.field, old: isThere(change.old), new: isThere(change.new) } : change;
  for (let after = ''; ; ) {
    const rows = await tx.all(READ, [entity, after]);
    for (const { id, changes } of rows) {
      const now = JSON.stringify((JSON.parse(String(changes)) as readonly Kept[]).map(sealed)); // written by `writeHistory`
      if (now !== changes) await tx.run('UPDATE "_history" SET "changes" = ? WHERE "id" = ?', [now, id ?? null]);
    }
    if (rows.length < PAGE) return;
    after = String(rows.at(-1)?.['id']);
  }
}

function isThere(value: Wire): Wire {
  return value === null || value === '' ? null : true;
}
