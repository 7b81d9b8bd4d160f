import type { BulkBody, ImportedRecord } from '@ninefold/model';

/**
 * The bulk actions that undo an import, the last record first: what was changed gets its values back, then what was created is
 * deleted, each as long as nobody has changed it since. `most` records in each.
 */
export function undoPlan(records: readonly ImportedRecord[], most: number): readonly BulkBody[] {
  const last = records.toReversed();
  const changed = last.flatMap(({ id, version, before }) => (before === null ? [] : [{ id, version, values: before }]));
  const created = last.flatMap(({ id, version, before }) => (before === null ? [{ id, version }] : []));
  return [
    ...inParts(changed, most).map((ids): BulkBody => ({ action: 'update', mode: 'each', ids })),
    ...inParts(created, most).map((ids): BulkBody => ({ action: 'delete', mode: 'each', ids })),
  ];
}

function inParts<T>(all: readonly T[], most: number): readonly (readonly T[])[] {
  const starts = Array.from({ length: Math.ceil(all.length / most) }, (_, part) => part * most);
  return starts.map((start) => all.slice(start, start + most));
}
