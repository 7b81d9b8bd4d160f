import {
  findOf,
  isSecret,
  normalValue,
  sameValue,
  type ChangeSince,
  type Entity,
  type Field,
  type Holder,
  type RecordValue,
} from '@ninefold/model';
import type { Draft, Values } from '../../forms/draft/use-draft.ts';
import type { Change } from './changes-text.ts';
import type { Saved } from './saved-notice.tsx';

/** Fields that differ between two states of a record and are seen in both, computed ones left out. */
export function differing(entity: Entity, one: RecordValue, other: RecordValue): readonly Field[] {
  return Object.values(entity.fields).filter(
    (field) =>
      field.computed === null &&
      one[field.id] !== undefined &&
      other[field.id] !== undefined &&
      !sameValue(field, one[field.id], other[field.id]),
  );
}

/**
 * Whether the field needs no decision: no other user has changed it, both values are the same, or theirs is hidden from this user. A
 * field that was hidden when the editing began counts as blank then: what stands in it now was never seen. Of a secret nobody sees whether
 * it was replaced: where one is set now, and another one was typed, the user decides.
 */
export function agree(field: Field, seen: Holder, theirs: Holder, mine: Values): boolean {
  const [then, now] = [seen[field.id], theirs[field.id]];
  if (isSecret(field) && now === true) return mine[field.id] === true;
  return (
    now === undefined ||
    sameValue(field, then, now) ||
    sameValue(field, now, normalValue(field, mine[field.id] ?? null))
  );
}

/** The fields of the record about which a save that met changes of others has to be decided. */
export function undecided(
  { changed, plan, settled }: Pick<Draft, 'changed' | 'plan' | 'settled'>,
  seen: RecordValue,
  theirs: RecordValue,
): readonly Field[] {
  const isAnswer = (field: Field): boolean => plan.placeOf(field).transition !== undefined;
  const mine = settled as Values; // a draft holds wire values
  return changed.filter((field) => !isAnswer(field) && !agree(field, seen, theirs, mine));
}

/** A save that met changes of others. */
interface Merge {
  readonly before: RecordValue;
  readonly after: RecordValue;
  /** The fields that this person changed. */
  readonly mine: readonly Field[];
  /** What the server reports of the changes of others. */
  readonly reported: readonly ChangeSince[];
}

/** The notice after a save: who else changed which fields, be it the application in consequence, or only that the record is saved. */
export function mergedNotice(entity: Entity, { before, after, mine, reported }: Merge): Saved {
  const at = new Date().toISOString();
  const own = new Set(mine.map((field) => field.id));
  const others = reported
    .map(({ by, by_itself, fields }) => ({
      ...{ by, fields: fields.filter((field) => !own.has(field)) },
      ...(by_itself === true ? { by_itself } : {}),
    }))
    .filter(({ fields }) => fields.length > 0);
  const named = new Set(others.flatMap(({ fields }) => fields));
  const rest = differing(entity, before, after).filter(
    (field) => !own.has(field.id) && !named.has(field.id) && field.copy === null && findOf(field) === null,
  );
  const unreported: readonly Change[] =
    rest.length > 0 ? [{ by: null, untold: true, fields: rest.map((field) => field.id) }] : [];
  const changes: readonly Change[] = [...others, ...unreported];
  return changes.length === 0 ? { kind: 'saved', at } : { kind: 'merged', changes, at };
}
