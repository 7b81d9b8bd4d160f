import type { HistoryCause } from '@ninefold/model';
import type { Renamed } from '@ninefold/spec';
import type { Writer } from '../../database/database.ts';

const PAGE = 1000;
const READ = `SELECT "id", "entity", "cause" FROM "_history" WHERE "cause" IS NOT NULL AND "id" > ? ORDER BY "id" LIMIT ${String(PAGE)}`;

/** Gives entities, transitions and reactions in the causes of history entries the ids that they have now. The entities of the entries have theirs. */
export async function rewriteCauses(tx: Writer, renamed: readonly Renamed[]): Promise<void> {
  const entities = new Map(renamed.flatMap(({ kind, path, was }) => (kind === 'entity' ? [[was, path[0]]] : [])));
  const rename = (entry: string, cause: HistoryCause): HistoryCause => {
    const entity = cause.entity === undefined ? undefined : (entities.get(cause.entity) ?? cause.entity);
    if (cause.kind === 'call' || cause.kind === 'in_call') return cause; // calls keep the name that they had
    const kind = cause.kind === 'reaction' ? 'reaction' : 'transition';
    const isOwn = ({ path, was }: Renamed): boolean => path[0] === (entity ?? entry) && was === cause.name;
    const name = renamed.find((one) => one.kind === kind && isOwn(one))?.path.at(-1) ?? cause.name;
    return entity === undefined ? { ...cause, name } : { ...cause, name, entity };
  };
  for (let after = ''; ; ) {
    const rows = await tx.all(READ, [after]);
    for (const { id, entity, cause } of rows) {
      const now = JSON.stringify(rename(String(entity), JSON.parse(String(cause)) as HistoryCause)); // written by `writeHistory`
      if (now !== cause) await tx.run('UPDATE "_history" SET "cause" = ? WHERE "id" = ?', [now, id ?? null]);
    }
    if (rows.length < PAGE) return;
    after = String(rows.at(-1)?.['id']);
  }
}
