import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Entity, type Field, type Problem, type RecordScreen, type RecordValue, type Wire } from '@ninefold/model';
import { randomId } from '../../base/store/random-id.ts';
import { useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { inputOf } from '../../fields/inputs/registry.ts';
import { useTold } from '../../fields/messages/use-told.ts';
import { toDraftValues } from '../../forms/autosave/draft-values.ts';
import { useAutosave } from '../../forms/autosave/use-autosave.ts';
import { useKeepLate, type Late } from '../../forms/autosave/use-keep-late.ts';
import { useDraftPlace } from '../../forms/autosave/use-draft-place.ts';
import { fieldOfPath } from '../../forms/draft/problem-list.ts';
import { recordPlan } from '../../forms/draft/record-plan.ts';
import { useDraft, type Draft, type DraftPlan } from '../../forms/draft/use-draft.ts';
import { useDraftScope } from '../../forms/draft/use-draft-scope.ts';
import { FieldControl } from '../../forms/view/field-control.tsx';
import { FormFrame } from '../../forms/view/form-frame.tsx';
import { LeaveGuard } from '../../forms/view/leave-guard.tsx';
import { Warnings } from '../../forms/view/warnings.tsx';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Conflict } from '../editing/conflict.tsx';
import { targetOf, type Resumed } from '../editing/edit-record.tsx';
import type { Saved } from '../editing/saved-notice.tsx';
import { useLoaded } from '../editing/use-loaded.ts';
import { useSave, type Theirs } from '../editing/use-save.ts';
import { useOpenField } from './opened-field.ts';
import styles from './rail.module.css';

export interface PlaceEditorProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly field: Field;
  /** Null where nothing was changed. */
  readonly onClose: (saved: Saved | null) => void;
  /** Whether something is typed, or nothing any more. */
  readonly onTyped: (typed: boolean) => void;
}

/** Changes one field of a record in its place. It is judged, saved and merged as in the form of the record. */
export function PlaceEditor(props: PlaceEditorProps) {
  // The change is always compared with the record as it was when the editing began.
  const [record] = useState(props.record);
  const loaded = useLoaded(props.entity, record);
  return loaded === null ? <Loading /> : <Editor {...props} before={loaded} />;
}

function Editor(props: PlaceEditorProps & { readonly before: RecordValue }) {
  const { screen, entity, field, before, onClose, onTyped } = props;
  const { t, field: nameOf } = useTexts();
  const scope = useDraftScope();
  const rights = useRights();
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const plan = useMemo((): DraftPlan => {
    const whole = recordPlan({ entity, before, fields: [field], initial: {}, scope, rights });
    return { ...whole, visible: () => new Set([field.id]) };
  }, [entity, before, field, scope, rights]);
  const draft = useDraft(plan);
  const place = useDraftPlace(entity.id, targetOf(screen, before.id));
  const autosave = useAutosave(draft, place, before.version, null);
  const keepLate = useKeepLate();
  const close = (saved: Saved | null, late: Late | null = null): void => {
    autosave.erase();
    if (late !== null) keepLate(place, [field], late);
    onClose(saved);
  };
  const send = useSave({ entity, before, draft, onSaved: close, onConflict: setTheirs });
  // What the user decided about stays decided, whatever is asked after it.
  const [decidedOver, setDecidedOver] = useState<RecordValue | null>(null);
  const save = (confirm: readonly string[] = [], over = decidedOver): Promise<boolean> => send(confirm, over);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), []);
  const isTyped = draft.changed.length > 0;
  useEffect(() => {
    onTyped(isTyped);
    return () => onTyped(false);
  }, [isTyped, onTyped]);
  const isIn = (): boolean => box.current?.contains(document.activeElement) === true;
  const picking = useSentWhenPicked(field, draft, () => void (isPicked(entity, field) && isIn() && save()));
  return (
    <div ref={box}>
      <FormFrame
        draft={draft}
        onSubmit={() => void save()}
        onCancel={() => close(null)}
        label={t('rail.change_field', { field: nameOf(entity.id, field.id) })}
      >
        {theirs && (
          <Conflict
            entity={entity}
            before={before}
            theirs={theirs}
            draft={draft}
            onSave={() => {
              setTheirs(null);
              setDecidedOver(theirs.record);
              void save([], theirs.record);
            }}
            onClose={() => setTheirs(null)}
          />
        )}
        <FieldControl draft={picking} field={field} inObject={false} marks="required" />
        <Elsewhere
          entity={entity}
          field={field}
          problems={draft.summary}
          carried={() => {
            autosave.erase();
            return carried(draft, field, before);
          }}
        />
        <Warnings draft={draft} verb={t('form.save')} onConfirm={(ids) => void save(ids)} />
        {draft.failure && <ActionFailure failure={draft.failure} entity={entity.id} onRetry={() => void save()} />}
        <div className={styles['buttons']}>
          <SaveButton busy={draft.busy} size="compact-sm">
            {t('form.save')}
          </SaveButton>
          <Button variant="default" size="compact-sm" onClick={() => close(null)} data-nf-cancel>
            {t('form.cancel')}
          </Button>
        </div>
        <LeaveGuard when={isTyped} onSave={() => save()} onDiscard={autosave.erase} />
      </FormFrame>
    </div>
  );
}

/** Whether what is picked is saved at once. Deactivating somebody signs them out for good: that is saved by its button alone. */
function isPicked(entity: Entity, field: Field): boolean {
  return entity.id !== 'user' || field.id !== 'active';
}

/** A draft whose field is sent as soon as something is picked that needs no further typing; what is taken when the box is left was seen by nobody. */
function useSentWhenPicked(field: Field, draft: Draft, send: () => void): Draft {
  const [picks, setPicks] = useState(0);
  const { change } = draft;
  const changed = useMemo(
    () =>
      (of: Field, value: Wire): void => {
        change(of, value);
        if (inputOf(field).isPick?.(value) === true) setPicks((count) => count + 1);
      },
    [change, field],
  );
  // It is sent once the draft holds it.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => (picks > 0 ? send() : undefined), [picks]);
  return { ...draft, change: changed };
}

/** What is typed here, to go on with in the form of the whole record. */
function carried(draft: Draft, field: Field, { version }: RecordValue): Resumed {
  const stored = toDraftValues([field], { [field.id]: draft.stored(field) });
  const values = { [field.id]: draft.valueOf(field) };
  const entry = {
    slot: randomId(),
    at: new Date().toISOString(),
    version,
    values: toDraftValues([field], values),
    stored,
  };
  return { draft: entry, values };
}

interface ElsewhereProps {
  readonly entity: Entity;
  readonly field: Field;
  readonly problems: readonly Problem[];
  /** Takes what is typed here along. */
  readonly carried: () => Resumed;
}

/** What the change breaks in other fields, or in the record as a whole; each leads to its field. */
function Elsewhere({ entity, field, problems, carried: take }: ElsewhereProps) {
  const texts = useTexts();
  const told = useTold();
  const openField = useOpenField();
  const others = problems.filter(({ path }) => fieldOfPath(path) !== field.id);
  if (others.length === 0) return null;
  return (
    <div data-nf-summary>
      <ul className={styles['elsewhere']} role="alert">
        {others.map((problem) => {
          const at = entity.fields[fieldOfPath(problem.path)];
          return (
            <li key={`${problem.path} ${problem.code}`} data-nf-error={problem.code}>
              <span lang={told.lang(problem)}>{told.text(problem, { entity: entity.id })}</span>
              {at !== undefined && openField !== null && (
                <Button variant="subtle" size="compact-sm" onClick={() => openField(at.id, take())}>
                  {texts.t('transition.go_to', { field: texts.field(entity.id, at.id) })}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
