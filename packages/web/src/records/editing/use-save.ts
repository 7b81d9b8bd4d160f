import {
  formerValues,
  isSecret,
  normalValue,
  type ChangeSince,
  type Entity,
  type Field,
  type RecordValue,
  type Wire,
} from '@ninefold/model';
import { bodyOf } from '../../forms/draft/body.ts';
import type { Late } from '../../forms/autosave/use-keep-late.ts';
import { seenOf, type Draft, type Values } from '../../forms/draft/use-draft.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { noteFinal, noteUndoable } from '../../kit/undo/undo-stack.ts';
import { agree, mergedNotice } from './merging.ts';
import { takeBackChange } from './take-back.ts';
import {
  useChangesMutation,
  useLazyHistoryQuery,
  useLazyRecordQuery,
  useUpdateMutation,
} from '../../base/calls/record-api.ts';
import type { Saved } from './saved-notice.tsx';

interface SaveSource {
  readonly entity: Entity;
  /** The record as it was when the editing began. */
  readonly before: RecordValue;
  readonly draft: Draft;
  /** `saved` is null where nothing was changed. */
  readonly onSaved: (saved: Saved | null, late: Late | null) => void;
  /** Another user saved other values in the same fields. */
  readonly onConflict: (theirs: Theirs) => void;
}

/** The record after the changes of other users, and who changed which fields. */
export interface Theirs {
  readonly record: RecordValue;
  readonly changes: readonly ChangeSince[];
}

/** Saves on top of `over`, the version that the user has seen. True: it was saved. */
export type Save = (confirm?: readonly string[], over?: RecordValue | null) => Promise<boolean>;

/** Sends the changed fields only, with the version of the record that the user edited. */
export function useSave({ entity, before, draft, onSaved, onConflict }: SaveSource): Save {
  const [update] = useUpdateMutation();
  const [fetchChanges] = useChangesMutation();
  const [fetchRecord] = useLazyRecordQuery();
  const [fetchHistory] = useLazyHistoryQuery();
  const noteSaved = useNoteSaved(entity);
  const changesSince = async (since: number): Promise<readonly ChangeSince[]> =>
    (await fetchChanges({ entity: entity.id, id: before.id, since })).data?.items ?? [];
  return async (confirm = [], over = null) => {
    let done = false;
    await draft.submit(async (values, confirmed) => {
      const changed = draft.changed.filter((field) => draft.visible.has(field.id));
      if (changed.length === 0) {
        onSaved(null, null);
        return {};
      }
      const sent = bodyOf(changed, entered(draft, values, changed), normalValue, seenOf(draft.plan, values));
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
            ? mergedNotice(entity, {
                before: seen,
                after: answer.data,
                mine: changed,
                reported: await changesSince(seen.version),
              })
            : { kind: 'saved', at: new Date().toISOString() },
          { record: answer.data, values: draft.since(values) },
        );
        return {};
      }
      if (toFailure(answer.error).code !== 'changed_meanwhile') return { error: answer.error };
      // Without a field to decide about, the refusal itself is the message.
      if (!latest || changed.every((field) => agree(field, seen, latest, mine))) return { error: answer.error };
      // The history beside the question names the same changes.
      if (entity.history) void fetchHistory({ entity: entity.id, id: before.id });
      onConflict({ record: latest, changes: await changesSince(before.version) });
      return {};
    }, confirm);
    return done;
  };
}

/** Offers to undo a save. The undo writes the old values of the changed fields, and fails if another user has changed these fields since. */
function useNoteSaved(entity: Entity): (before: RecordValue, saved: RecordValue, changed: readonly Field[]) => void {
  const { t, entity: nameOf } = useTexts();
  const [update] = useUpdateMutation();
  return (before, saved, changed) => {
    const former = formerValues(changed, before, saved);
    const given = changed.filter(({ id }) => Object.hasOwn(former, id));
    const body = bodyOf(given, former, normalValue, null);
    const name = saved.title ?? nameOf(entity.id);
    if (given.length === 0 || changed.some((field) => isLost(field, before)))
      return void noteFinal(t('undo.final', { what: t('record.changed_text', { name }) }));
    noteUndoable({
      text: t('record.changed_text', { name }),
      undone: t('record.changes_undone', { name }),
      entity: entity.id,
      record: saved.id,
      undo: () =>
        takeBackChange({ before, saved }, (version, confirm) =>
          update({
            entity: entity.id,
            id: saved.id,
            version,
            body: confirm.length > 0 ? { ...body, confirm } : body,
          }),
        ),
    });
  };
}

/** Whether nobody can write what stood there before, since nobody knows it. */
function isLost(field: Field, before: RecordValue): boolean {
  return isSecret(field) && (before[field.id] ?? null) !== null;
}

/** The values that the user typed and those that follow from them (copied fields). */
function entered(draft: Draft, values: Values, fields: readonly Field[]): Values {
  const value = ({ id }: Field): Wire => values[id] ?? (Object.hasOwn(values, id) ? null : draft.settled[id]) ?? null;
  return Object.fromEntries(fields.map((field) => [field.id, value(field)]));
}
