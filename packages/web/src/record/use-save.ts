import {
  normalValue,
  sameValue,
  type ChangeSince,
  type Entity,
  type Field,
  type RecordValue,
  type Wire,
} from '@ninefold/model';
import { bodyOf } from '../form/body.ts';
import type { Draft, Values } from '../form/use-draft.ts';
import { toFailure } from '../store/failure.ts';
import { useTexts } from '../texts/use-texts.ts';
import { noteUndoable } from '../undo/undo-stack.ts';
import { mergedNotice } from './merging.ts';
import { useChangesMutation, useLazyRecordQuery, useUpdateMutation } from './record-api.ts';
import type { Saved } from './saved-notice.tsx';

interface SaveSource {
  readonly entity: Entity;
  /** The record as it was when the editing began. */
  readonly before: RecordValue;
  readonly draft: Draft;
  /** Null where nothing was changed. */
  readonly onSaved: (saved: Saved | null) => void;
  /** Somebody else saved the same fields. */
  readonly onConflict: (theirs: Theirs) => void;
}

/** The record as others have made it meanwhile, and who changed what. */
export interface Theirs {
  readonly record: RecordValue;
  readonly changes: readonly ChangeSince[];
}

/** Saves over `over`, the state that the person has seen; answers whether it was saved. */
export type Save = (confirm?: readonly string[], over?: RecordValue | null) => Promise<boolean>;

/** Sends what was changed and nothing else, with the version it was changed from. */
export function useSave({ entity, before, draft, onSaved, onConflict }: SaveSource): Save {
  const [update] = useUpdateMutation();
  const [fetchChanges] = useChangesMutation();
  const [fetchRecord] = useLazyRecordQuery();
  const noteSaved = useNoteSaved(entity);
  const changesSince = async (since: number): Promise<readonly ChangeSince[]> =>
    (await fetchChanges({ entity: entity.id, id: before.id, since })).data?.items ?? [];
  return async (confirm = [], over = null) => {
    let done = false;
    await draft.submit(async (values, confirmed) => {
      const changed = draft.changed.filter((field) => draft.visible.has(field.id));
      if (changed.length === 0) {
        onSaved(null);
        return {};
      }
      const sent = bodyOf(changed, entered(draft, values, changed), normalValue);
      const body = confirmed.length > 0 ? { ...sent, confirm: confirmed } : sent;
      const seen = over ?? before;
      const send = (version: number) => update({ entity: entity.id, id: before.id, version, body });
      let answer = await send(seen.version);
      const isConflict = !answer.data && toFailure(answer.error).code === 'changed_meanwhile';
      const latest = isConflict ? (await fetchRecord({ entity: entity.id, id: before.id })).data : undefined;
      const mine = entered(draft, values, changed);
      if (latest && changed.every((field) => agree(field, seen, latest, mine))) answer = await send(latest.version);
      if (answer.data) {
        done = true;
        noteSaved(seen, answer.data, changed);
        const jumped = answer.data.version > seen.version + 1;
        onSaved(
          jumped
            ? mergedNotice(entity, seen, answer.data, changed, await changesSince(seen.version))
            : { kind: 'saved', at: new Date().toISOString() },
        );
        return {};
      }
      if (toFailure(answer.error).code !== 'changed_meanwhile') return { error: answer.error };
      if (latest) onConflict({ record: latest, changes: await changesSince(before.version) });
      return latest ? {} : { error: answer.error };
    }, confirm);
    return done;
  };
}

/** Whether there is nothing to choose: nobody else has changed the field, or everybody wants the same. */
function agree(field: Field, seen: RecordValue, theirs: RecordValue, mine: Values): boolean {
  const [then, now] = [seen[field.id] as Wire, theirs[field.id] as Wire];
  return sameValue(field, then, now) || sameValue(field, now, normalValue(field, mine[field.id] ?? null));
}

/** Lets a save be taken back: the same fields get what they held, as long as nobody has changed them since. */
function useNoteSaved(entity: Entity): (before: RecordValue, saved: RecordValue, changed: readonly Field[]) => void {
  const { t, entity: nameOf } = useTexts();
  const [update] = useUpdateMutation();
  return (before, saved, changed) => {
    const body = bodyOf(changed, Object.fromEntries(changed.map(({ id }) => [id, before[id] ?? null])), normalValue);
    noteUndoable({
      text: t('record.changed_text', { name: saved.title ?? nameOf(entity.id) }),
      entity: entity.id,
      undo: async () => {
        const { error } = await update({ entity: entity.id, id: saved.id, version: saved.version, body });
        return error === undefined ? null : toFailure(error);
      },
    });
  };
}

/** What was typed, and what followed from it (copies). */
function entered(draft: Draft, values: Values, fields: readonly Field[]): Values {
  const value = ({ id }: Field): Wire =>
    values[id] ?? (Object.hasOwn(values, id) ? null : (draft.settled[id] as Wire)) ?? null;
  return Object.fromEntries(fields.map((field) => [field.id, value(field)]));
}
