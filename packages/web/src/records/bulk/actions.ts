import {
  type BulkMayAnswer,
  canEver,
  canEverComment,
  type Entity,
  type Field,
  isGivable,
  isOpaque,
  isLines,
  isOneReference,
  isProse,
  type Possible,
  type Rights,
  spokenId,
  type Transition,
  transitionsOf,
} from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** What can be done to selected records. */
export type BulkAction =
  | { readonly kind: 'transition'; readonly transition: Transition }
  /** `field`: the one field that is changed; null: one that is chosen in the dialog. */
  | { readonly kind: 'update'; readonly field: Field | null }
  | { readonly kind: 'comment' }
  | { readonly kind: 'delete' };

/** What a form of values is for, unlike a comment. */
export type FormAction = Exclude<BulkAction, { readonly kind: 'comment' }>;

/** Whether this person can ever do anything to several records, so that it makes sense to select some. */
export function mayActOnMany(entity: Entity, rights: Rights): boolean {
  return bulkActions(entity, rights, null).length > 0;
}

/** What may be possible for some records of an entity. `isOffered` says of which transitions that is so; null: it is not known, as of a whole list. */
export function bulkActions(
  entity: Entity,
  rights: Rights,
  isOffered: ((transition: Transition) => boolean) | null,
): readonly BulkAction[] {
  const transitions = [...transitionsOf(entity).values()].filter(
    (transition) =>
      transition.id !== 'create' &&
      transition.by.some((role) => rights.roles.includes(role)) &&
      (isOffered === null || isOffered(transition)),
  );
  const fields = changeableFields(entity, rights);
  return [
    ...fields.filter(isPerson).map((field): BulkAction => ({ kind: 'update', field })),
    ...transitions.map((transition): BulkAction => ({ kind: 'transition', transition })),
    ...(fields.length > 0 ? [{ kind: 'update', field: null } as const] : []),
    ...(canEverComment(rights, entity) ? [{ kind: 'comment' } as const] : []),
    ...(canEver(rights, entity.id, 'delete') ? [{ kind: 'delete' } as const] : []),
  ];
}

/** Whether the value is one person: work is given to somebody by that. */
function isPerson(field: Field): boolean {
  return isOneReference(field) && field.to === 'user';
}

/** What stands for an action in the page. */
export function keyOf(action: BulkAction): string {
  if (action.kind === 'transition') return action.transition.id;
  return action.kind === 'update' && action.field !== null ? `_set_${action.field.id}` : `_${action.kind}`;
}

const NONE: Possible = { possible: 0, reason: null };

/** For how many of the records the action is possible; of a field that is still to be chosen, for how many the best one is. */
export function possibleOf(action: BulkAction, may: BulkMayAnswer, fields: readonly Field[]): Possible {
  if (action.kind === 'transition') return may.transitions[action.transition.id] ?? NONE;
  if (action.kind === 'delete') return may.delete;
  if (action.kind === 'comment') return may.comment;
  const counted = (action.field === null ? fields : [action.field]).map(({ id }) => may.fields[id] ?? NONE);
  return counted.toSorted((a, b) => b.possible - a.possible)[0] ?? NONE;
}

/** Fields that one value can be put into for many records, those of chosen values before free texts: not those that are set once, computed, unique or lists of lines. */
export function changeableFields(entity: Entity, rights: Rights): readonly Field[] {
  const granted = rights.grants(entity.id).filter(({ verbs }) => verbs.update !== undefined);
  const fields = Object.values(entity.fields).filter(
    (field) =>
      isGivable(field) &&
      !field.immutable &&
      !isLines(field) &&
      !isOpaque(field) &&
      !('unique' in field && field.unique) &&
      granted.some(({ fields }) => fields[field.id]?.update === true && fields[field.id]?.read === true),
  );
  return fields.toSorted((a, b) => Number(isProse(a.type)) - Number(isProse(b.type)));
}

/** The verb of an action, as its button says it. */
export function useVerb(entity: string): (action: BulkAction) => string {
  const texts = useTexts();
  return (action) => {
    if (action.kind === 'transition') return texts.transition(entity, action.transition.id);
    if (action.kind !== 'update' || action.field === null) return texts.t(`bulk.${action.kind}`);
    return texts.t('bulk.set', { field: texts.field(entity, spokenId(action.field)) });
  };
}
