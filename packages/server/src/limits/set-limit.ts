import {
  isSameHeld,
  judgeLimit,
  todayIn,
  withLimits,
  type Held,
  type LimitEntry,
  type LimitSent,
  type Model,
  type Problem,
  type Wire,
  type WithLimits,
} from '@ninefold/model';
import type { Noted } from '../audit/noted.ts';
import type { Clock } from '../clock.ts';
import type { Caller } from '../records/context/records.ts';
import { Refusal } from '../refusal.ts';
import type { Database, Writer } from '../storage/database/database.ts';
import { SET_LIMITS } from '../storage/schema/limit-table.ts';
import { writeHeldLimits } from '../storage/schema/meta.ts';
import { argument, sql, table } from '../storage/sql/sql.ts';
import { newId } from '../uuid.ts';
import { planConfirmed } from './due-at-once.ts';
import { INSERT_LIMIT, isTaken, lastRows, type LimitRow } from './limit-rows.ts';
import { rowOf } from './limits-now.ts';

/** What limits are set with. */
export interface LimitParts {
  readonly db: Database;
  /** With the records that its limits name. */
  readonly model: Model;
  readonly clock: Clock;
  readonly limitsNow: () => WithLimits;
}

export interface SetLimit {
  readonly limit: LimitEntry;
  readonly sent: LimitSent;
  readonly caller: Caller;
  readonly noted: (from: Held, to: Held) => Noted;
}

/**
 * Sets a limit for all servers on the database: the writes that began before run again with it, and timers that read it are planned
 * anew in the same transaction. What it is already is no change. Throws `confirm_warnings` where timers come to be due at once, now or on
 * the day of a value to come, or the limit would have no value today. Answers what this call has made of the limit, whatever others have
 * made of it since.
 */
export async function setLimit(
  { db, model, clock }: LimitParts,
  { limit, sent, caller, noted }: SetLimit,
): Promise<Pick<LimitRow, 'held' | 'version'>> {
  const set = await db.write(
    async (tx) => {
      const last = await lastRows(tx);
      const row = last.get(limit.id);
      const before: Held = row !== undefined && isTaken(model, row) ? row.held : limit;
      const { held, problems } = judgeLimit(limit, sent as Readonly<Record<string, Wire | undefined>>, model); // JSON that was sent
      if (problems.length > 0) throw new Refusal('invalid', { problems });
      await refuseMissing(tx, limit, held);
      const version = row?.version ?? 0;
      if (isSameHeld(before, held)) return { held, version };
      if (sent.version !== undefined && sent.version !== version)
        throw new Refusal('limit_set_meanwhile', { params: { limit: limit.id } });
      const now = clock();
      const values = [newId(now), limit.id, version + 1, JSON.stringify(held), now, caller.me.id, caller.keyBy ?? null];
      await tx.run(INSERT_LIMIT, values);
      const others = [...last.values()].filter((one) => one.limit !== limit.id && isTaken(model, one));
      const all = { ...Object.fromEntries(others.map((one) => [one.limit, one.held])), [limit.id]: held };
      await writeHeldLimits(tx, rowOf(all));
      const later = { ...model, limits: withLimits(model.limits, all) };
      const confirmed = { confirm: sent.confirm ?? [], asked: withoutValue(model, held, now) };
      await planConfirmed(tx, { before, held, model: later, now }, confirmed);
      noted(before, held)(tx);
      tx.changed({ entity: SET_LIMITS, id: limit.id });
      return { held, version: version + 1 };
    },
    'limits',
    'long',
  );
  await db.look();
  return set;
}

/** The warning about a limit that has no value before a day to come: whatever compares with it holds for nobody until then. */
function withoutValue({ timeZone }: Pick<Model, 'timeZone'>, { dated }: Held, now: string): readonly Problem[] {
  const [first] = dated;
  if (first === undefined || first.from <= todayIn(timeZone, now)) return [];
  return [{ path: '', code: 'limit_without_value', params: { day: first.from } }];
}

/** A limit names a record that is there. */
async function refuseMissing(tx: Writer, { to }: LimitEntry, { value: one, dated }: Held): Promise<void> {
  if (to === null) return;
  const ids = one === null ? dated.map(({ value: held }) => held) : [one];
  const problems: Problem[] = [];
  for (const [index, id] of ids.entries()) {
    const found = await tx.all(
      sql`SELECT "id" FROM ${table(to)} WHERE "id" = ${argument(0)} AND "trashed_at" IS NULL`,
      [String(id)],
    );
    const path = one === null ? `values[${String(index)}].value` : 'value';
    if (found.length === 0) problems.push({ path, code: 'no_such_record', params: {} });
  }
  if (problems.length > 0) throw new Refusal('invalid', { problems });
}
