import type { Cycle } from '@ninefold/model';
import type { Reader } from '../../../storage/database/database.ts';
import type { WriteContext } from '../../services/write-context.ts';
import type { FieldChange } from '../storing/write-history.ts';

/** The state that the record left as it entered its own; null where it has been in no other, or where that is no state any more. */
export async function previousState(
  { tx, entity }: Pick<WriteContext, 'tx' | 'entity'>,
  { field, lifecycle }: Cycle,
  id: string,
): Promise<string | null> {
  const of = { entity: entity.id, id };
  const from = field === 'state' ? await lastLeft(tx, of) : await lastReplaced(tx, { ...of, field });
  return from !== null && Object.hasOwn(lifecycle.states, from) ? from : null;
}

interface Of {
  readonly entity: string;
  readonly id: string;
}

const LAST_MOVE = `SELECT "from" FROM "_history" WHERE "entity" = ? AND "record" = ? AND "from" <> "to" ORDER BY "version" DESC, "id" DESC LIMIT 1`;

async function lastLeft(tx: Reader, { entity, id }: Of): Promise<string | null> {
  const [row] = await tx.all(LAST_MOVE, [entity, id]);
  return typeof row?.['from'] === 'string' ? row['from'] : null;
}

const CHANGES = `SELECT "changes" FROM "_history" WHERE "entity" = ? AND "record" = ? AND "kind" <> 'create' AND "changes" LIKE ? ORDER BY "version" DESC, "id" DESC`;

/** The state of a further life cycle is a field: each of its moves is a change of that field. */
async function lastReplaced(
  tx: Reader,
  { entity, id, field }: Of & { readonly field: string },
): Promise<string | null> {
  const rows = await tx.all(CHANGES, [entity, id, `%"field":"${field}"%`]);
  for (const row of rows) {
    const changes = JSON.parse(String(row['changes'])) as readonly FieldChange[]; // written by `writeHistory`
    const move = changes.find((change) => change.field === field);
    if (typeof move?.old === 'string') return move.old;
  }
  return null;
}
