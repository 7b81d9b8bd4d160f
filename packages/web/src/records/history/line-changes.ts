import { idOf, sameValue, type Field, type LinesField } from '@ninefold/model';
import type { Line } from '../../fields/contract/lines.ts';

/** What one write did to one line. */
export interface LineChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** Where it stands among the lines, from 1: of a removed one where it stood. */
  readonly number: number;
  /** The line as it was; null of a new one. */
  readonly before: Line | null;
  /** The line as it is; null of a removed one. */
  readonly after: Line | null;
  /** Its filled fields, of a changed line those that differ. */
  readonly fields: readonly Field[];
}

/** What became of the lines of a record, in their order, removed ones last; and whether those that stayed stand in another order. */
export interface LineChanges {
  readonly changes: readonly LineChange[];
  readonly isReordered: boolean;
}

/** Compares the lines before and after a write by their ids. */
export function lineChanges({ fields }: LinesField, old: readonly Line[], now: readonly Line[]): LineChanges {
  const columns = Object.values(fields).filter(({ computed }) => computed === null);
  const filled = (line: Line): readonly Field[] =>
    columns.filter((column) => !sameValue(column, line[column.id] ?? null, null));
  const former = new Map(old.map((line) => [idOf(line), line]));
  const present = new Set(now.map(idOf));
  const stayed = now.flatMap((line, index): readonly LineChange[] => {
    const place = { number: index + 1, after: line };
    const before = former.get(idOf(line)) ?? null;
    if (before === null) return [{ ...place, kind: 'added', before, fields: filled(line) }];
    // A field that this reader is not shown is missing on one side or on both.
    const differing = columns.filter(({ id }) => before[id] !== undefined && line[id] !== undefined);
    const changed = differing.filter(
      (column) => !sameValue(column, before[column.id] ?? null, line[column.id] ?? null),
    );
    return changed.length === 0 ? [] : [{ ...place, kind: 'changed', before, fields: changed }];
  });
  const removed = old.flatMap((line, index): readonly LineChange[] =>
    present.has(idOf(line))
      ? []
      : [{ kind: 'removed', number: index + 1, before: line, after: null, fields: filled(line) }],
  );
  const kept = (lines: readonly Line[]) => lines.map(idOf).filter((id) => present.has(id) && former.has(id));
  return { changes: [...stayed, ...removed], isReordered: kept(old).join() !== kept(now).join() };
}
