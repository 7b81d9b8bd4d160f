import { useMemo, useRef, useState } from 'react';
import { normalValue, type Entity, type Field, type RecordValue } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useRights } from '../../base/model/use-model.ts';
import { mayPass, toFailure } from '../../base/store/failure.ts';
import { useCreateMutation, type WriteBody } from '../../base/calls/record-api.ts';
import { bodyOf } from '../../forms/draft/body.ts';
import { makeOnce } from '../../base/calls/once.ts';
import { recordPlan } from '../../forms/draft/record-plan.ts';
import type { Late } from '../../forms/autosave/use-keep-late.ts';
import { seenOf, useDraft, type Draft, type Values } from '../../forms/draft/use-draft.ts';
import { useDraftScope } from '../../forms/draft/use-draft-scope.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { noteFinal } from '../../kit/undo/undo-stack.ts';
import type { Created } from './created-notice.tsx';

/** What a form for a new record is made of. */
export interface CreateSource {
  readonly entity: Entity;
  readonly fields: readonly Field[];
  /** Fields that may be sent without being shown: presets and values of the address. */
  readonly sendable: readonly Field[];
  readonly initial: Values;
}

/** A creation of which no answer came: it may have been made. */
interface Unsure {
  /** What was sent; null where that was on an earlier page. */
  readonly body: WriteBody | null;
  readonly key: string;
}

/** Creates the record from the typed values. Null: the server refused, and the draft holds the reasons. */
type Create = (confirm?: readonly string[]) => Promise<Late | null>;

/**
 * A form for a new record. Sending the same twice makes one record. What is sent with other values after an answer was
 * lost makes none where the first one had arrived: that one is `arrived`.
 */
export function useCreate({ entity, fields, sendable, initial }: CreateSource): {
  readonly draft: Draft;
  readonly create: Create;
  readonly arrived: Created | null;
  /** The idempotency key of a creation of which no answer came; null where none is open. */
  readonly lostKey: () => string | null;
  /** Goes on with a draft that was sent without an answer under this key, or was not sent (null). */
  readonly resume: (key: string | null) => void;
  /** Empties the form for the next record. */
  readonly restart: () => void;
} {
  const scope = useDraftScope();
  const rights = useRights();
  const [send] = useCreateMutation();
  const noteMade = useNoteMade(entity);
  const once = useRef(makeOnce());
  const unsure = useRef<Unsure | null>(null);
  const [arrived, setArrived] = useState<Created | null>(null);
  const plan = useMemo(
    () => recordPlan({ entity, before: null, fields, initial, scope, rights }),
    [entity, fields, initial, scope, rights],
  );
  const draft = useDraft(plan);
  const create: Create = async (confirm = []) => {
    let made: Late | null = null;
    await draft.submit(async (values, confirmed) => {
      const sent = sendable.filter((field) => isSent(field, fields, draft.visible));
      const plain = bodyOf(sent, values, normalValue, seenOf(plan, values));
      const before = unsure.current;
      const body = isAgain(before, plain)
        ? before.body
        : confirmed.length > 0
          ? { ...plain, confirm: confirmed }
          : plain;
      const key = before?.key ?? once.current(body);
      const answer = await send({ entity: entity.id, body, once: key });
      made = answer.data ? { record: answer.data, values: draft.since(values) } : null;
      if (answer.data) noteMade(answer.data);
      if (answer.error === undefined) return {};
      const failure = toFailure(answer.error);
      // Without a connection nothing was sent, so that what was unsure before stays as it was.
      if (failure.code !== 'offline') unsure.current = mayPass(failure) ? (before ?? { body, key }) : null;
      if (before?.body && failure.code === 'key_reused') {
        const { data } = await send({ entity: entity.id, body: before.body, once: before.key });
        setArrived(data === undefined ? null : { record: data, at: new Date().toISOString() });
      }
      return { error: answer.error };
    }, confirm);
    return made;
  };
  const restart = (): void => {
    once.current = makeOnce();
    unsure.current = null;
    setArrived(null);
    draft.reset();
  };
  const resume = (key: string | null): void => void (unsure.current = key === null ? null : { body: null, key });
  return { draft, create, arrived, lostKey: () => unsure.current?.key ?? null, resume, restart };
}

/** Ctrl Z after a creation says that it stays, and undoes nothing older without a word. */
function useNoteMade(entity: Entity): (record: RecordValue) => void {
  const { t, entity: nameOf } = useTexts();
  const format = useFormat();
  return (record) => {
    const name = record.title ?? nameOf(entity.id);
    const what = t('form.created', { name, time: format.time(new Date().toISOString()) });
    noteFinal(t('undo.final', { what }));
  };
}

/** Whether the same values are sent again: what was confirmed the first time is confirmed. */
function isAgain(before: Unsure | null, plain: WriteBody): before is Unsure & { readonly body: WriteBody } {
  if (!before?.body) return false;
  const { confirm: _confirmed, ...values } = before.body;
  return JSON.stringify(values) === JSON.stringify(plain);
}

/** Hidden fields are not sent. Values of fields outside the form (presets) are sent. */
function isSent(field: Field, shown: readonly Field[], visible: ReadonlySet<string>): boolean {
  return visible.has(field.id) || !shown.some((each) => each.id === field.id);
}
