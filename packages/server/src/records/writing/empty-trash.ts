import { limitValues, type Entity } from '@ninefold/model';
import { quoted } from '../../storage/names.ts';
import type { Context } from '../context.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 200;

/**
 * Deletes for good what has been in the trash for longer than the limit `trash_days`; answers how many records went. What
 * others still refer to stays until they have gone, too. The history of a deleted record is kept.
 */
export async function emptyTrash(context: Context): Promise<number> {
  const days = Number(limitValues(context.model)['trash_days']);
  const before = new Date(Date.parse(context.clock()) - days * DAY_MS).toISOString();
  const entities = Object.values(context.model.entities).filter(({ trash }) => trash);
  let gone = 0;
  // A record may be held by another that goes in the same round: as long as some go, more may follow.
  for (let went = -1; went !== 0; gone += went) {
    went = 0;
    for (const entity of entities) went += await emptyOf(context, entity, before);
  }
  return gone;
}

async function emptyOf({ db }: Context, entity: Entity, before: string): Promise<number> {
  const table = quoted(entity.id);
  const text = `SELECT "id" FROM ${table} WHERE "trashed_at" < ? AND "id" > ? ORDER BY "id" LIMIT ${AT_ONCE}`;
  let gone = 0;
  for (let after: string | null = ''; after !== null; ) {
    const ids: readonly string[] = (await db.read.all(text, [before, after])).map(({ id }) => String(id));
    gone += await db.write(async (tx) => {
      let went = 0;
      for (const id of ids) {
        try {
          // Asked again, since it may have been restored meanwhile.
          const { changes } = await tx.attempt(() =>
            tx.run(`DELETE FROM ${table} WHERE "id" = ? AND "trashed_at" < ?`, [id, before]),
          );
          went += changes;
        } catch (error) {
          if (tx.dialect.violation(error)?.kind !== 'reference') throw error;
        }
      }
      return went;
    });
    after = ids.length < AT_ONCE ? null : (ids.at(-1) ?? null);
  }
  return gone;
}
