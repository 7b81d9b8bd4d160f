import { withLimits, type Model } from '@ninefold/model';
import type { FormerIds } from '@ninefold/spec';
import type { Writer } from '../storage/database/database.ts';
import { LIMIT_TABLE } from '../storage/schema/limit-table.ts';
import { writeHeldLimits } from '../storage/schema/meta.ts';
import { isTaken, lastRows } from './limit-rows.ts';
import { rowOf } from './limits-now.ts';

const RENAME = `UPDATE "${LIMIT_TABLE.name}" SET "limit" = ? WHERE "limit" = ?`;

/** A model with its limits as they are set, and those of them that it does not take any more. */
export interface AdoptedLimits {
  readonly model: Model;
  readonly unfit: readonly string[];
}

/**
 * Brings the limits that were set to a specification: those that have another id follow it. What a limit does not take any more
 * stays in its history, and it has the value of the specification again.
 */
export async function adoptLimits(tx: Writer, model: Model, { renamed }: FormerIds): Promise<AdoptedLimits> {
  const stored = await lastRows(tx);
  for (const { kind, path, was } of renamed) {
    const id = path.at(-1);
    if (kind === 'limit' && id !== undefined && stored.has(was) && !stored.has(id)) await tx.run(RENAME, [id, was]);
  }
  const last = [...(renamed.length === 0 ? stored : await lastRows(tx)).values()];
  const held = Object.fromEntries(last.filter((row) => isTaken(model, row)).map((row) => [row.limit, row.held]));
  await writeHeldLimits(tx, rowOf(held));
  return {
    model: last.length === 0 ? model : { ...model, limits: withLimits(model.limits, held) },
    unfit: last.filter((row) => !isTaken(model, row)).map(({ limit }) => limit),
  };
}
