import type { Model } from '@ninefold/model';
import type { Reader } from '../database/database.ts';
import { indexesOf } from '../schema/indexes.ts';
import { shapeOf } from './asked-shape.ts';
import { costOf } from './index-cost.ts';
import type { IndexEntry, IndexSaving, UseIndex } from './index-entry.ts';
import { readIndexRows, type IndexRow } from './index-rows.ts';
import { added, msOfCall, readListUse, type Calls, type ListUse } from './use-rows.ts';
import { isServedBy, wantedIndex } from './wanted-index.ts';

/** Every index of the model, and every one that follows use. Looks at the size of each: a survey. */
export async function listIndexes(reader: Reader, model: Model, now: string): Promise<readonly IndexEntry[]> {
  const { dialect } = reader;
  const sizes = await dialect.schema.indexSizes(reader);
  const specified = indexesOf(model, dialect).map(({ name, table, parts, reason }): IndexEntry => {
    return { origin: 'model', name, table, parts, reason, bytes: sizes.get(name) ?? null };
  });
  const uses = await readListUse(reader, now);
  const following: UseIndex[] = [];
  for (const row of await readIndexRows(reader)) {
    const rows = Object.hasOwn(model.entities, row.entity) ? await dialect.schema.rowsAbout(reader, row.entity) : 0;
    following.push(
      entryOf(row, usesOf(reader, model, row, uses), { bytes: sizes.get(row.name) ?? null, rows, dialect }),
    );
  }
  return [...specified, ...following].toSorted(byTable); // which leaves those of one table as they are
}

function byTable(one: IndexEntry, other: IndexEntry): number {
  return one.table < other.table ? -1 : one.table > other.table ? 1 : 0;
}

/** The use of the shapes that an index answers, those that cost most first. */
export function usesOf(
  { dialect }: Pick<Reader, 'dialect'>,
  model: Model,
  { entity, parts }: Pick<IndexRow, 'entity' | 'parts'>,
  uses: readonly ListUse[],
): readonly ListUse[] {
  return uses
    .filter((use) => {
      const wanted = use.entity === entity ? wantedIndex(model, dialect, shapeOf(use.shape)) : null;
      return wanted !== null && isServedBy(wanted, parts);
    })
    .toSorted((one, other) => costOfPlain(other) - costOfPlain(one));
}

/** ms that its calls would take together without the index. */
function costOfPlain({ plain, served }: ListUse): number {
  return (msOfCall(plain) ?? msOfCall(served) ?? 0) * (plain.calls + served.calls);
}

function entryOf(
  row: IndexRow,
  uses: readonly ListUse[],
  { bytes, rows, dialect }: { readonly bytes: number | null; readonly rows: number } & Pick<Reader, 'dialect'>,
): UseIndex {
  const { insertShare, makingMs } = costOf(dialect.id, row.parts.length, rows);
  return {
    ...{ origin: 'use', name: row.name, table: row.entity, parts: row.parts, bytes },
    ...stateOf({ ...row, madeAt: bytes === null ? null : row.madeAt }), // a restored database has the row alone
    pinned: row.ruling === 'pinned',
    shapes: uses.map(({ shape }) => shapeOf(shape)),
    saving: savingOf(uses),
    insertShare,
    makingMs,
  };
}

function stateOf({ ruling, madeAt, givenUpAt }: IndexRow): Pick<UseIndex, 'state' | 'madeAt'> {
  if (ruling === 'refused') return { state: 'refused', madeAt };
  if (madeAt !== null) return { state: 'made', madeAt };
  return { state: givenUpAt === null ? 'waiting' : 'given_up', madeAt };
}

/** What one call of these shapes took before, and what it takes now. */
export function savingOf(uses: readonly ListUse[]): IndexSaving | null {
  const none: Calls = { calls: 0, ms: 0 };
  const plain = uses.reduce((sum, use) => added(sum, use.plain), none);
  const served = uses.reduce((sum, use) => added(sum, use.served), none);
  const beforeMs = msOfCall(plain);
  return beforeMs === null ? null : { calls: plain.calls + served.calls, beforeMs, nowMs: msOfCall(served) };
}
