import { isDrawn, transitionsOf, type Entity, type Field, type Transition, type Wire } from '@ninefold/model';
import type { PlacedDraft } from '../../forms/autosave/draft-store.ts';
import { fromDraftValues, isTyped } from '../../forms/autosave/draft-values.ts';

/** What was typed into a record, and can be neither restored nor sent now. */
export interface Stranded extends PlacedDraft {
  /** The step whose form it was; null: the form of the record. */
  readonly transition: Transition | null;
  readonly fields: readonly Field[];
  readonly values: Readonly<Record<string, Wire>>;
  /** Nothing of the draft is offered elsewhere. */
  readonly isWhole: boolean;
}

/** What a person may do with a record now. */
interface Possible {
  readonly editable: ReadonlySet<string>;
  /** The ids of the transitions whose form opens. */
  readonly open: ReadonlySet<string>;
}

/** The drafts, or parts of them, for which there is no form now. */
export function strandedIn(
  entity: Entity,
  drafts: readonly PlacedDraft[],
  { editable, open }: Possible,
): readonly Stranded[] {
  return drafts.flatMap((placed): readonly Stranded[] => {
    const { transition: id } = placed.place;
    const transition = id === '' ? null : (transitionsOf(entity).get(id) ?? null);
    if (open.has(id) || (id !== '' && transition === null)) return [];
    const answers = Object.values(transition?.input ?? {});
    const names = new Set(answers.map((field) => field.id));
    const own = Object.values(entity.fields).filter((field) => !isDrawn(field) && !names.has(field.id));
    const values = fromDraftValues([...own, ...answers], placed.draft.values);
    const typed = [...own, ...answers].filter((field) => isTyped(values[field.id]));
    const fields = transition === null ? typed.filter((field) => !editable.has(field.id)) : typed;
    return fields.length === 0
      ? []
      : [{ ...placed, transition, fields, values, isWhole: fields.length === typed.length }];
  });
}
