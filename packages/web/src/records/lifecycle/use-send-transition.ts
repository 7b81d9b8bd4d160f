import { normalValue, type Entity, type Field, type RecordValue, type Transition } from '@ninefold/model';
import { useChangesMutation, useLazyRecordQuery, type WriteBody } from '../../base/calls/record-api.ts';
import { toFailure } from '../../base/store/failure.ts';
import { bodyOf } from '../../forms/draft/body.ts';
import type { Late } from '../../forms/autosave/use-keep-late.ts';
import { seenOf, type Draft, type Values } from '../../forms/draft/use-draft.ts';
import { agree } from '../editing/merging.ts';
import type { Theirs } from '../editing/use-save.ts';
import { useFire } from './use-fire.ts';

interface SendSource {
  readonly entity: Entity;
  /** The record as it was when the dialog opened. */
  readonly record: RecordValue;
  /** The record as the person has seen it last. */
  readonly seen: RecordValue;
  readonly transition: Transition;
  readonly draft: Draft;
  readonly onDone: (late: Late) => void;
  /** Another user saved other values in the fields that the dialog asks for. */
  readonly onConflict: (theirs: Theirs) => void;
  /** The record has moved since the person saw it: this is how it is now. */
  readonly onMoved: (latest: RecordValue) => void;
}

/** Fires the transition on top of `version`, by default the one that the person has seen. */
export type SendTransition = (confirm?: readonly string[], version?: number) => Promise<void>;

/** Sends what a dialog has: changed fields of the record along with the answers of the transition's form, in one call. */
export function useSendTransition({
  entity,
  record,
  seen,
  transition,
  draft,
  onDone,
  onConflict,
  onMoved,
}: SendSource): SendTransition {
  const fire = useFire(entity.id, record);
  const [fetchChanges] = useChangesMutation();
  const [fetchRecord] = useLazyRecordQuery();
  return async (confirm = [], over = seen.version) =>
    draft.submit(async (values, confirmed) => {
      const along = changedAlong(draft);
      const body = { ...bodyWith(draft, along, values), ...(confirmed.length > 0 ? { confirm: confirmed } : {}) };
      let answer = await fire(transition.id, body, over);
      const refused = answer.data ? null : toFailure(answer.error).code;
      if (refused === 'wrong_state') {
        const latest = (await fetchRecord({ entity: entity.id, id: record.id })).data;
        if (latest) onMoved(latest);
      }
      if (refused === 'changed_meanwhile' || refused === 'changed_since_seen') {
        const latest = (await fetchRecord({ entity: entity.id, id: record.id })).data;
        const mine = { ...filledIn(draft, along), ...values };
        if (latest && along.every((field) => agree(field, record, latest, mine))) {
          if (refused === 'changed_meanwhile') answer = await fire(transition.id, body, latest.version);
          else onMoved(latest);
        } else if (latest) {
          const changes = await fetchChanges({ entity: entity.id, id: record.id, since: record.version });
          onConflict({ record: latest, changes: changes.data?.items ?? [] });
          return {};
        }
      }
      if (answer.data) onDone({ record: answer.data, values: draft.since(values) });
      return answer.error === undefined ? {} : { error: answer.error };
    }, confirm);
}

function isAnswer({ plan }: Draft, field: Field): boolean {
  return plan.placeOf(field).transition !== undefined;
}

function changedAlong(draft: Draft): readonly Field[] {
  return draft.changed.filter((field) => !isAnswer(draft, field) && draft.visible.has(field.id));
}

/** The changed fields, and under `input` every answer that is typed or arrives by itself. */
function bodyWith(draft: Draft, along: readonly Field[], values: Values): WriteBody {
  const answers = draft.plan.fields.filter((field) => isAnswer(draft, field));
  const given = { ...filledIn(draft, answers), ...values };
  const sent = bodyOf(along, { ...filledIn(draft, along), ...values }, normalValue, seenOf(draft.plan, values));
  return { ...sent, ...(answers.length > 0 ? { input: bodyOf(answers, given, normalValue, null) } : {}) };
}

function filledIn({ settled }: Draft, fields: readonly Field[]): Values {
  return Object.fromEntries(
    fields.flatMap(({ id }) => {
      const value = settled[id] ?? null;
      return value === null ? [] : [[id, value] as const];
    }),
  );
}
