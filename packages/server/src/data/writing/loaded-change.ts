import { changedFields, type RecordValue } from '@ninefold/model';
import type { Difference } from '../../records/writing/change.ts';
import { fieldChanges, writeHistory } from '../../records/writing/storing/write-history.ts';
import type { SeededRecord, Seeding } from './seed-records.ts';
import { textOf } from '../rows/seeds.ts';

/** A record that a changed row was written to: where something of it differs, it gets its next version. */
export function withLoadedChange(
  { scope }: Seeding,
  { seed }: SeededRecord,
  before: RecordValue,
  record: RecordValue,
): RecordValue {
  const changed = changedFields(seed.entity, before, record);
  if (fieldChanges(seed.entity, { before, record, changed }).length === 0 && before.state === record.state)
    return record;
  const isDated = textOf(seed.system['changed_at']) !== null;
  return { ...record, version: before.version + 1, ...(isDated ? {} : { changed_at: scope.now, changed_by: null }) };
}

/** Keeps in the history what a data file changed in a record that was there. */
export function noteLoadedChange({ tx, scope }: Seeding, { seed, id }: SeededRecord, difference: Difference): void {
  const { before, record } = difference;
  if (before === null || record === null || record.version === before.version) return;
  const isMoved = before.state !== record.state;
  writeHistory(tx, {
    entity: seed.entity,
    record: id,
    at: scope.now,
    by: null,
    keyBy: null,
    kind: 'update',
    transition: null,
    from: isMoved ? (before.state ?? null) : null,
    to: isMoved ? (record.state ?? null) : null,
    input: null,
    changes: fieldChanges(seed.entity, difference),
    via: 'data',
    cause: null,
    version: record.version,
  });
}
