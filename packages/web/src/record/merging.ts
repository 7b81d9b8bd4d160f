import { sameValue, type Entity, type Field, type RecordValue, type Wire } from '@ninefold/model';
import type { Saved } from './saved-notice.tsx';

/** Fields that differ between two states of a record, computed ones left out. */
export function differing(entity: Entity, one: RecordValue, other: RecordValue): readonly Field[] {
  return Object.values(entity.fields).filter(
    (field) =>
      field.computed === null &&
      one[field.id] !== undefined &&
      other[field.id] !== undefined &&
      !sameValue(field, one[field.id] as Wire, other[field.id] as Wire),
  );
}

/** What to say after saving: that others had changed something else meanwhile, or simply that it is saved. */
export function mergedNotice(entity: Entity, before: RecordValue, after: RecordValue, mine: readonly Field[]): Saved {
  const at = new Date().toISOString();
  if (after.version <= before.version + 1) return { kind: 'saved', at };
  const own = new Set(mine.map((field) => field.id));
  const fields = differing(entity, before, after).filter((field) => !own.has(field.id) && field.copy === null);
  if (fields.length === 0) return { kind: 'saved', at };
  return { kind: 'merged', by: null, fields: fields.map((field) => field.id), at };
}
