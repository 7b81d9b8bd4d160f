import { limitValues, type Entity, type RecordValue } from '@ninefold/model';
import type { Writer } from '../../../storage/database/database.ts';
import { quoted } from '../../../storage/sql/names.ts';
import { argument } from '../../../storage/sql/sql.ts';
import { forgetComments } from '../../services/forget-comments.ts';
import { deleteOf } from '../../../storage/sql/writes.ts';
import { scopeOf } from '../../context/context.ts';
import type { Draft } from '../../loading/rows.ts';
import { FORGET_TOTALS } from '../../loading/total-rows.ts';
import { createPending } from '../../services/pending.ts';
import type { RecordServices } from '../../services/write-context.ts';
import { noteDependents } from '../following/note-dependents.ts';
import { workOutAll, type WorkingOut } from '../following/work-out.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 200;
const FORGET_TIMERS = deleteOf('_timer', argument(0));

/**
 * Deletes for good what has been in the trash for longer than the limit `trash_days`; answers how many records went. What
 * others still refer to stays until they have gone, too. The history of a deleted record is kept.
 */
export async function emptyTrash(services: RecordServices): Promise<number> {
  const { context } = services;
  const days = Number(limitValues(context.model)['trash_days']);
  const before = new Date(Date.parse(context.clock()) - days * DAY_MS).toISOString();
  const entities = Object.values(context.model.entities).filter(({ trash }) => trash);
  let gone = 0;
  // A record may be held by another that goes in the same round: as long as some go, more may follow.
  for (let went = -1; went !== 0; gone += went) {
    went = 0;
    for (const entity of entities) went += await emptyOf(services, entity, before);
  }
  return gone;
}

async function emptyOf(services: RecordServices, entity: Entity, before: string): Promise<number> {
  const { db } = services.context;
  const text = `SELECT "id" FROM ${quoted(entity.id)} WHERE "trashed_at" < ? AND "id" > ? ORDER BY "id" LIMIT ${AT_ONCE}`;
  let gone = 0;
  for (let after: string | null = ''; after !== null; ) {
    const ids: readonly string[] = (await db.read.all(text, [before, after])).map(({ id }) => String(id));
    gone += await db.write((tx) => deleteAll(services, tx, entity, { ids, before }));
    after = ids.length < AT_ONCE ? null : (ids.at(-1) ?? null);
  }
  return gone;
}

/** Deletes those that are in the trash still: they may have been restored meanwhile. Lists of other records lose them. */
async function deleteAll(
  services: RecordServices,
  tx: Writer,
  entity: Entity,
  { ids, before }: { readonly ids: readonly string[]; readonly before: string },
): Promise<number> {
  const on: WorkingOut = { ...services, tx, scope: scopeOf(services.context, null) };
  const plan = services.plans(entity.id);
  const pending = createPending();
  const text = `DELETE FROM ${quoted(entity.id)} WHERE "id" = ? AND "trashed_at" < ?`;
  const isRead = (services.dependencies.dependents.get(entity.id) ?? []).length > 0;
  const found = isRead ? await plan.load.load(tx, ids, on.scope) : new Map<string, Draft>();
  let went = 0;
  for (const id of ids) {
    const draft = found.get(id);
    const record = draft === undefined ? null : (draft as unknown as RecordValue); // loaded with every system field
    const remove = async (): Promise<number> => {
      if (record)
        await noteDependents(
          { ...on, entity: plan.entity, plan, before: record, record: null, changed: NONE },
          pending,
        );
      const { changes } = await tx.run(text, [id, before]);
      await tx.run(FORGET_TOTALS, [id, entity.id]);
      if (changes > 0) await tx.run(FORGET_TIMERS, [id]);
      if (changes > 0) await forgetComments(tx, entity.id, id);
      return changes;
    };
    try {
      went += await tx.savepoint(() => pending.part(remove));
    } catch (error) {
      if (tx.dialect.violation(error)?.kind !== 'reference') throw error;
    }
  }
  await workOutAll(on, pending, { isQuiet: false, changed: () => undefined });
  return went;
}

const NONE: ReadonlySet<string> = new Set();
