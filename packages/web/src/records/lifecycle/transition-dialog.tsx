import { Button, Group } from '@mantine/core';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import { ArrowRight } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type Entity,
  type HistoryEntry,
  type RecordValue,
  type Transition,
  cycleField,
  stateIn,
  statesOf,
} from '@ninefold/model';
import { transitionPlan } from '../../forms/draft/transition-plan.ts';
import { useDraftPlace } from '../../forms/autosave/use-draft-place.ts';
import { useAutosave } from '../../forms/autosave/use-autosave.ts';
import { useKeepLate, type Late } from '../../forms/autosave/use-keep-late.ts';
import { FieldList } from '../../forms/view/field-list.tsx';
import { LateNote } from '../../forms/view/late-note.tsx';
import { DraftSummary, FormFrame } from '../../forms/view/form-frame.tsx';
import { OfferedDraft } from '../../forms/autosave/offered-draft.tsx';
import { beginsWithFirst } from '../../kit/dialogs/begins-with-first.ts';
import { unlessBusy } from '../../kit/dialogs/unless-busy.ts';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { useDraft, type Values } from '../../forms/draft/use-draft.ts';
import { useDraftScope } from '../../forms/draft/use-draft-scope.ts';
import { Warnings } from '../../forms/view/warnings.tsx';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Conflict } from '../editing/conflict.tsx';
import type { Theirs } from '../editing/use-save.ts';
import { LastAnswers } from './last-answers.tsx';
import { Meanwhile } from '../editing/meanwhile.tsx';
import { NextStates } from './next-states.tsx';
import { pressBeforeLast } from '../approvals/press-count.ts';
import { useApprovals } from '../approvals/use-approvals.ts';
import { useAskedFields } from './use-asked-fields.ts';
import { targetsOf } from './primary.ts';
import { reachedBy } from './steps.ts';
import styles from './transition.module.css';
import { useSendTransition, type SendTransition } from './use-send-transition.ts';

interface TransitionDialogProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly transition: Transition;
  /** The fields that the user may change now. */
  readonly editable: ReadonlySet<string>;
  /** What happened to the record, newest first; null where its history may not be seen. */
  readonly history: readonly HistoryEntry[] | null;
  /** Values that were typed elsewhere. They are sent at once, and the dialog shows only where they are refused. */
  readonly typed?: Values;
  /** Such values are refused: the dialog shows now. */
  readonly onRefused?: () => void;
  /** Left without being sent, with what was entered. */
  readonly onClose: (entered: Values) => void;
  readonly onDone: (record: RecordValue) => void;
}

/** The dialog of a transition: the fields of the record that it asks for, its own form, and the next state. */
export function TransitionDialog(props: TransitionDialogProps) {
  const { entity, transition, editable, history, typed, onClose, onDone } = props;
  const { t, ...texts } = useTexts();
  // What is typed is always compared with the record as it was when the dialog opened.
  const [record] = useState(props.record);
  const [seen, setSeen] = useState(record);
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const scope = useDraftScope();
  const rights = useRights();
  const fieldsOf = useAskedFields(entity, record, editable);
  const plan = useMemo(
    () => transitionPlan({ entity, transition, record, asked: fieldsOf(transition), scope, rights }),
    [entity, record, transition, fieldsOf, scope, rights],
  );
  const draft = useDraft(plan, typed);
  const place = useDraftPlace(entity.id, record.id, transition.id);
  const autosave = useAutosave(draft, place, record.version, null);
  const [late, setLate] = useState<Late | null>(null);
  const keepLate = useKeepLate();
  const done = (made: Late): void => {
    autosave.erase();
    if (Object.keys(made.values).length === 0) return onDone(made.record);
    keepLate({ ...place, transition: '' }, fieldsOf(transition), made);
    return setLate(made);
  };
  const leave = (): void => {
    if (typed !== undefined) autosave.erase(); // it goes back to where it was typed
    onClose(draft.values);
  };
  const close = (): void => (late === null ? unlessBusy(draft, leave) : onDone(late.record));
  const told = { onDone: done, onConflict: setTheirs, onMoved: setSeen };
  const send = useSendTransition({ entity, record, seen, transition, draft, ...told });
  const submit = (confirm: readonly string[] = []): void => void send(confirm);
  const isShown = useSentAtOnce(typed !== undefined, send, props.onRefused);
  const verb = texts.transition(entity.id, transition.id);
  const cycle = cycleField(entity, transition.id);
  const state = stateIn(entity, theirs?.record ?? seen, transition.id) ?? '';
  const before = reachedBy(history, stateIn(entity, props.record, transition.id) ?? '', cycle);
  const next = targetsOf(transition, state);
  const isEnd = next.length > 0 && next.every((one) => statesOf(entity, cycle)[one]?.final === true);
  return (
    <Dialog opened={isShown} onClose={close} title={verb} size="lg">
      <div ref={beginsWithFirst} data-nf-transition-dialog={transition.id}>
        <DraftSummary draft={draft} />
        <p className={styles['way']}>
          <StateBadge entity={entity.id} state={state} cycle={cycle} />
          {transition.from.includes(state) && (
            <>
              <ArrowRight size={16} aria-label={t('transition.becomes')} className="nf-mirrored" />
              <NextStates entity={entity} transition={transition} state={state} />
            </>
          )}
        </p>
        {before && <LastAnswers entity={entity} entry={before} />}
        <Outcome entity={entity} record={record} transition={transition.id} isEnd={isEnd} />
        <OfferedDraft draft={draft} autosave={autosave} place={place} changed={() => false} />
        <FormFrame draft={draft} onSubmit={late === null ? submit : close} label={verb}>
          {theirs && (
            <Conflict
              entity={entity}
              before={record}
              theirs={theirs}
              draft={draft}
              onSave={() => {
                setTheirs(null);
                void send([], theirs.record.version);
              }}
              onClose={() => setTheirs(null)}
            />
          )}
          <FieldList draft={draft} fields={plan.fields} />
          <Warnings draft={draft} verb={verb} onConfirm={submit} />
          {draft.failure && <ActionFailure failure={draft.failure} entity={entity.id} onRetry={submit} />}
          {draft.failure && <Meanwhile entity={entity.id} failure={draft.failure} />}
          {late === null ? <Buttons verb={verb} busy={draft.busy} onBack={close} /> : <LateNote onClose={close} />}
        </FormFrame>
      </div>
    </Dialog>
  );
}

/** Sends what is there already once, where that is wanted; answers whether anything is left to see or to type. */
function useSentAtOnce(isWanted: boolean, send: SendTransition, onRefused?: () => void): boolean {
  const [isShown, setShown] = useState(!isWanted);
  const first = useRef(isWanted ? send : null);
  useEffect(() => {
    const now = first.current;
    first.current = null;
    const show = (): void => {
      setShown(true);
      onRefused?.();
    };
    if (now !== null) void now().then(show);
  }, [onRefused]);
  return isShown;
}

interface OutcomeProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly transition: string;
  /** Whether the transition leads to nothing but final states. */
  readonly isEnd: boolean;
}

/** What comes of it for good. An approval before the last one changes nothing yet. */
function Outcome({ entity, record, transition, isEnd }: OutcomeProps) {
  const { t } = useTexts();
  const press = pressBeforeLast(useApprovals(entity, record), transition);
  if (press !== null) return <p>{t('approvals.before_last', { ...press })}</p>;
  return isEnd ? <p>{t('transition.final')}</p> : null;
}

interface ButtonsProps {
  readonly verb: string;
  readonly busy: boolean;
  readonly onBack: () => void;
}

function Buttons({ verb, busy, onBack }: ButtonsProps) {
  const { t } = useTexts();
  return (
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onBack}>
        {t('transition.back')}
      </Button>
      <SaveButton busy={busy}>{verb}</SaveButton>
    </Group>
  );
}
