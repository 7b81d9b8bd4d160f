import { Button, Group, Input } from '@mantine/core';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import { ChevronsUpDown } from 'lucide-react';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import {
  type BulkAnswer,
  type BulkBody,
  type BulkMayAnswer,
  type Entity,
  type Field,
  cycleField,
  isTruth,
  spokenId,
  statesOf,
} from '@ninefold/model';
import { OfferedDraft } from '../../forms/autosave/offered-draft.tsx';
import { useAutosave } from '../../forms/autosave/use-autosave.ts';
import { useDraftPlace } from '../../forms/autosave/use-draft-place.ts';
import { FieldList } from '../../forms/view/field-list.tsx';
import { LateNote } from '../../forms/view/late-note.tsx';
import { DraftSummary, FormFrame } from '../../forms/view/form-frame.tsx';
import { beginsWithFirst } from '../../kit/dialogs/begins-with-first.ts';
import { unlessBusy } from '../../kit/dialogs/unless-busy.ts';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { useDraftScope } from '../../forms/draft/use-draft-scope.ts';
import { useDraft, type Values } from '../../forms/draft/use-draft.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { type FormAction, changeableFields, possibleOf, useVerb } from './actions.ts';
import type { BulkTargets } from './bulk-api.ts';
import styles from './bulk.module.css';
import { bulkBody, bulkPlan } from './plan.ts';
import { TruthChoice } from './truth-choice.tsx';
import { useBulk } from './use-bulk.ts';
import { isBlank } from '../../fields/cells/is-blank.ts';

export interface BulkDialogProps {
  readonly entity: Entity;
  readonly action: FormAction;
  readonly targets: BulkTargets;
  readonly count: number;
  /** For how many of the records what is possible; undefined: not known yet. */
  readonly may: BulkMayAnswer | undefined;
  readonly onClose: () => void;
  /** `said`: for how many of the records the dialog said that the action is not possible. */
  readonly onDone: (answer: BulkAnswer, body: BulkBody, said: number) => void;
}

/** Asks once more, with verb and count, and for what the action needs. */
export function BulkDialog(props: BulkDialogProps) {
  const { entity, action, count, onClose } = props;
  const { t, field: nameOf } = useTexts();
  const verb = useVerb(entity.id)(action);
  const fields = changeableFields(entity, useRights());
  const fixed = action.kind === 'update' ? action.field : null;
  const [field, setField] = useState<Field | null>(fixed ?? fields[0] ?? null);
  const part = usePart({ ...props, action: action.kind === 'update' ? { ...action, field } : action });
  const id = useId();
  const leave = useRef(onClose);
  const noteLeave = useCallback((close: () => void): void => void (leave.current = close), []);
  return (
    <Dialog
      opened
      onClose={() => leave.current()}
      title={t(part.possible < count ? 'bulk.title_of' : 'bulk.title', { verb, count: part.possible, ...part.numbers })}
      size="lg"
    >
      <div ref={beginsWithFirst} data-nf-bulk-dialog={action.kind}>
        {action.kind === 'update' && fixed === null && (
          <div className={styles['choice']}>
            <label htmlFor={id}>{t('bulk.field')}</label>
            <Input
              component="select"
              id={id}
              pointer
              rightSection={<ChevronsUpDown size={14} aria-hidden />}
              value={field?.id ?? ''}
              onChange={(event) => setField(fields.find((each) => each.id === event.currentTarget.value) ?? null)}
              data-autofocus
              data-nf-bulk-field
            >
              {fields.map((each) => (
                <option key={each.id} value={each.id}>
                  {nameOf(entity.id, each.id)}
                </option>
              ))}
            </Input>
          </div>
        )}
        {part.possible < count && (
          <p data-nf-bulk-possible={part.possible}>
            {t('bulk.possible_for', { count: part.possible, ...part.numbers })}
          </p>
        )}
        <Answers key={field?.id} {...props} field={field} verb={verb} part={part} onLeave={noteLeave} />
      </div>
    </Dialog>
  );
}

/** The records that the action is possible for, among those that were selected. */
interface Part {
  readonly possible: number;
  readonly numbers: { readonly number: string; readonly of: string };
}

/** For how many of the records the action is possible; for all of them while that is not known. */
function usePart({ action, may, count }: BulkDialogProps): Part {
  const format = useFormat();
  const possible = may === undefined ? count : Math.min(count, possibleOf(action, may, []).possible);
  return { possible, numbers: { number: format.number(possible, 0), of: format.number(count, 0) } };
}

interface AnswersProps extends BulkDialogProps {
  readonly field: Field | null;
  readonly verb: string;
  readonly part: Part;
  /** Told what closing the dialog does, as its form has it. */
  readonly onLeave: (close: () => void) => void;
}

/** The inputs of the action and the button that sends it. */
function Answers(props: AnswersProps) {
  const { entity, action, targets, count, onClose, onDone, field, verb, part, onLeave } = props;
  const { t } = useTexts();
  const scope = useDraftScope();
  const send = useBulk(entity.id);
  const rights = useRights();
  const plan = useMemo(
    () => bulkPlan({ entity, action, field, scope, rights }),
    [entity, action, field, scope, rights],
  );
  const draft = useDraft(plan);
  const place = useDraftPlace(entity.id, `bulk ${field?.id ?? action.kind}`, transitionOf(action));
  const autosave = useAutosave(draft, place, null, null);
  const [late, setLate] = useState<Sent | null>(null);
  const finish = ({ answer, body }: Sent): void => onDone(answer, body, count - part.possible);
  const close = (): void => (late === null ? unlessBusy(draft, onClose) : finish(late));
  useEffect(() => onLeave(close));
  const [asksBlank, setAsksBlank] = useState(false);
  const blanked = action.kind === 'update' && field !== null && isBlank(draft.settled[field.id]) ? field : null;
  const submit = (isAnswered: boolean): void =>
    void draft.submit(async (values) => {
      if (blanked !== null && !isAnswered) {
        setAsksBlank(true);
        return {};
      }
      const body: BulkBody = { ...bulkBody(action, plan, draft.settled as Values), ...targets }; // a bulk plan settles every field
      const answer = await send(body);
      if (answer.data) {
        autosave.erase();
        const sent = { answer: answer.data, body };
        if (Object.keys(draft.since(values)).length > 0) setLate(sent);
        else finish(sent);
      }
      return answer.error === undefined ? {} : { error: answer.error };
    });
  return (
    <>
      <DraftSummary draft={draft} />
      <Consequence entity={entity} action={action} field={field} />
      <OfferedDraft draft={draft} autosave={autosave} place={place} changed={() => false} />
      <FormFrame draft={draft} onSubmit={() => (late === null ? submit(false) : close())} label={verb}>
        {action.kind === 'update' && field !== null && isTruth(field.type) ? (
          <TruthChoice draft={draft} field={field} />
        ) : (
          <FieldList draft={draft} fields={plan.fields} />
        )}
        {draft.failure && <ActionFailure failure={draft.failure} entity={entity.id} onRetry={() => submit(true)} />}
        {blanked && asksBlank && (
          <BlankQuestion entity={entity} field={blanked} part={part} busy={draft.busy} onBlank={() => submit(true)} />
        )}
        {late === null ? (
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={close}>
              {t('form.cancel')}
            </Button>
            <SaveButton busy={draft.busy}>
              {t(part.possible < count ? 'bulk.counted' : 'bulk.button', { verb, ...part.numbers })}
            </SaveButton>
          </Group>
        ) : (
          <LateNote onClose={close} />
        )}
      </FormFrame>
    </>
  );
}

/** What was done with many records, before the dialog says so. */
interface Sent {
  readonly answer: BulkAnswer;
  readonly body: BulkBody;
}

function transitionOf(action: FormAction): string {
  return action.kind === 'transition' ? action.transition.id : '';
}

interface BlankQuestionProps {
  readonly entity: Entity;
  readonly field: Field;
  readonly part: Part;
  readonly busy: boolean;
  readonly onBlank: () => void;
}

/** Asks before the values of a field are removed from many records: an input that was left empty is no decision. */
function BlankQuestion({ entity, field, part, busy, onBlank }: BlankQuestionProps) {
  const { t, field: nameOf } = useTexts();
  const counts = { count: part.possible, number: part.numbers.number };
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => void box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={box} role="alert" className={styles['blank']} data-nf-bulk-blank={field.id}>
      <p>{t('bulk.blank', { ...counts, field: nameOf(entity.id, spokenId(field)) })}</p>
      <Button variant="default" color="danger" aria-busy={busy} onClick={onBlank} data-nf-bulk-blank-button>
        {t('bulk.blank_button', counts)}
      </Button>
    </div>
  );
}

/** The consequence of the action: the next state, or where deleted records can be restored. */
function Consequence({
  entity,
  action,
  field,
}: Pick<BulkDialogProps, 'entity' | 'action'> & { readonly field: Field | null }) {
  const { t } = useTexts();
  if (action.kind === 'delete') return <p>{t(entity.trash ? 'bulk.delete_trash' : 'bulk.delete_good')}</p>;
  if (action.kind === 'update') {
    const isFilled = field !== null && (field.required || isTruth(field.type));
    return <p>{t(isFilled ? 'bulk.update_text' : 'bulk.update_blank')}</p>;
  }
  const { id, to } = action.transition;
  const cycle = cycleField(entity, id);
  return (
    <>
      {to !== 'same' && (
        <p className={styles['way']}>
          {t('bulk.becomes')} <StateBadge entity={entity.id} state={to} cycle={cycle} />
        </p>
      )}
      {statesOf(entity, cycle)[to]?.final === true && <p>{t('transition.final')}</p>}
    </>
  );
}
