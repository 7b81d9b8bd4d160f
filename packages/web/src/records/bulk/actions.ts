import {
  canEver,
  type Entity,
  type Field,
  isGivable,
  isLines,
  isProse,
  judgeTransitions,
  type RecordValue,
  type Rights,
  type Scope,
  type Transition,
} from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.ts';

/** What can be done to selected records. */
export type BulkAction =
  | { readonly kind: 'transition'; readonly transition: Transition }
  | { readonly kind: 'update' }
  | { readonly kind: 'delete' };

/** Whether this person can ever do anything to several records, so that it makes sense to select some. */
export function mayActOnMany(entity: Entity, rights: Rights): boolean {
  return bulkActions(entity, rights, null).length > 0;
}

/** Selected records, and what their conditions are judged with. */
interface Selected {
  readonly records: readonly RecordValue[];
  readonly scope: Scope;
}

/** What may be possible for some of these records; null: for a whole list, whose records are not all known here. */
export function bulkActions(entity: Entity, rights: Rights, selected: Selected | null): readonly BulkAction[] {
  const transitions = Object.values(entity.lifecycle?.transitions ?? {}).filter(
    (transition) =>
      transition.id !== 'create' &&
      transition.by.some((role) => rights.roles.includes(role)) &&
      (selected === null || isOffered(transition, { entity, rights, ...selected })),
  );
  return [
    ...transitions.map((transition): BulkAction => ({ kind: 'transition', transition })),
    ...(changeableFields(entity, rights).length > 0 ? [{ kind: 'update' } as const] : []),
    ...(canEver(rights, entity.id, 'delete') ? [{ kind: 'delete' } as const] : []),
  ];
}

/** Whether the transition leaves the state of one of the records; a hidden one has to be open there, as far as the list tells. */
function isOffered(
  { id, from, hidden }: Transition,
  { records, ...look }: Selected & { readonly entity: Entity; readonly rights: Rights },
): boolean {
  const leaving = records.filter(({ state }) => state !== undefined && from.includes(state));
  if (!hidden) return leaving.length > 0;
  return leaving.some((record) =>
    judgeTransitions({ ...look, record }).some((one) => one.id === id && one.verdict !== 'blocked'),
  );
}

/** Fields that one value can be put into for many records, those of chosen values before free texts: not those that are set once, computed, unique or lists of lines. */
export function changeableFields(entity: Entity, rights: Rights): readonly Field[] {
  const granted = rights.grants(entity.id).filter(({ verbs }) => verbs.update !== undefined);
  const fields = Object.values(entity.fields).filter(
    (field) =>
      isGivable(field) &&
      !field.immutable &&
      !isLines(field) &&
      !('unique' in field && field.unique) &&
      granted.some(({ fields }) => fields[field.id]?.update === true && fields[field.id]?.read === true),
  );
  return fields.toSorted((a, b) => Number(isProse(a.type)) - Number(isProse(b.type)));
}

/** The verb of an action, as its button says it. */
export function useVerb(entity: string): (action: BulkAction) => string {
  const texts = useTexts();
  return (action) =>
    action.kind === 'transition' ? texts.transition(entity, action.transition.id) : texts.t(`bulk.${action.kind}`);
}
