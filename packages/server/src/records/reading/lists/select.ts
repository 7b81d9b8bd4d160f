import { canEverRead, type RecordValue, type Entity, groupsAbove, partsOf } from '@ninefold/model';
import { badParameter } from './list-params.ts';
import type { View } from '../../views/view.ts';

const ALWAYS: ReadonlySet<string> = new Set([
  'id',
  'version',
  'title',
  'created_at',
  'created_by',
  'changed_at',
  'changed_by',
  'state',
  'state_since',
  'state_final',
  'trashed_at',
]);

/** A field that the caller may never read is refused as one that does not exist. */
export function checkSelected({ entity, rights }: View, select: readonly string[]): void {
  const known = (name: string): boolean =>
    ALWAYS.has(name) || wholeOf(entity, name).some((id) => canEverRead(rights, entity, id));
  if (!select.every(known)) throw badParameter('select');
}

/** The field of this name, or the parts of the object; none where nothing has it. */
export function wholeOf({ fields }: Entity, name: string): readonly string[] {
  return Object.hasOwn(fields, name) ? [name] : (partsOf(fields).get(name) ?? []);
}

function selected(item: RecordValue, select: readonly string[]): RecordValue {
  return Object.fromEntries(
    Object.entries(item).filter(
      ([name]) => ALWAYS.has(name) || [name, ...groupsAbove(name)].some((one) => select.includes(one)),
    ),
  ) as RecordValue; // system fields stay
}

/** The records with only these fields and those of the system; whole ones where none are named. */
export function selectedOnly(items: readonly RecordValue[], select: readonly string[] | null): readonly RecordValue[] {
  return select === null ? items : items.map((item) => selected(item, select));
}
