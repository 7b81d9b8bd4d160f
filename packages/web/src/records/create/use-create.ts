import { useMemo, useRef } from 'react';
import { normalValue, type Entity, type Field, type RecordValue } from '@ninefold/model';
import { useRights } from '../../base/model/use-model.ts';
import { useCreateMutation } from '../../base/calls/record-api.ts';
import { bodyOf } from '../../forms/draft/body.ts';
import { makeOnce } from '../../base/calls/once.ts';
import { recordPlan } from '../../forms/draft/record-plan.ts';
import { useDraft, type Draft, type Values } from '../../forms/draft/use-draft.ts';
import { useDraftScope } from '../../forms/draft/use-draft-scope.ts';

/** What a form for a new record is made of. */
export interface CreateSource {
  readonly entity: Entity;
  readonly fields: readonly Field[];
  /** Fields that may be sent without being shown: presets and values of the address. */
  readonly sendable: readonly Field[];
  readonly initial: Values;
}

/** Creates the record from the typed values. Null: the server refused, and the draft holds the reasons. */
type Create = (confirm?: readonly string[]) => Promise<RecordValue | null>;

/** A form for a new record. Sending the same twice makes one record. */
export function useCreate({ entity, fields, sendable, initial }: CreateSource): {
  readonly draft: Draft;
  readonly create: Create;
  /** Empties the form for the next record. */
  readonly restart: () => void;
} {
  const scope = useDraftScope();
  const rights = useRights();
  const [send] = useCreateMutation();
  const once = useRef(makeOnce());
  const plan = useMemo(
    () => recordPlan({ entity, before: null, fields, initial, scope, rights }),
    [entity, fields, initial, scope, rights],
  );
  const draft = useDraft(plan);
  const create: Create = async (confirm = []) => {
    let made: RecordValue | null = null;
    await draft.submit(async (values, confirmed) => {
      const sent = sendable.filter((field) => isSent(field, fields, draft.visible));
      const plain = bodyOf(sent, values, normalValue);
      const body = confirmed.length > 0 ? { ...plain, confirm: confirmed } : plain;
      const answer = await send({ entity: entity.id, body, once: once.current(body) });
      made = answer.data ?? null;
      return answer.error === undefined ? {} : { error: answer.error };
    }, confirm);
    return made;
  };
  const restart = (): void => {
    once.current = makeOnce();
    draft.reset();
  };
  return { draft, create, restart };
}

/** Hidden fields are not sent. Values of fields outside the form (presets) are sent. */
function isSent(field: Field, shown: readonly Field[], visible: ReadonlySet<string>): boolean {
  return visible.has(field.id) || !shown.some((each) => each.id === field.id);
}
