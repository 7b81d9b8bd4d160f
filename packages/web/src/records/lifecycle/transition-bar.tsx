import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import {
  type ApprovalAnswer,
  type Entity,
  type HistoryEntry,
  type RecordValue,
  type Transition,
  transitionsOf,
} from '@ninefold/model';
import { useMe } from '../../base/model/use-model.ts';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { holdsDrafts } from '../../forms/autosave/draft-store.ts';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { BlockedButton } from './blocked-button.tsx';
import { ConfirmWarnings } from './confirm-warnings.tsx';
import { Meanwhile } from '../editing/meanwhile.tsx';
import { asksFirst, type ShownTransition } from './primary.ts';
import styles from './transition.module.css';
import { TransitionDialog } from './transition-dialog.tsx';
import { pressCount } from '../approvals/press-count.ts';
import { useApprovals } from '../approvals/use-approvals.ts';
import { useAskedFields } from './use-asked-fields.ts';
import { useFire } from './use-fire.ts';
import { useAskedStep, useTransitionCommands } from './use-transition-commands.ts';

const LateStrandedDrafts = lateComponent(
  withLateTexts(async () => (await import('../editing/stranded-drafts.tsx')).StrandedDrafts),
);

interface TransitionBarProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly shown: readonly ShownTransition[];
  /** The fields that the user may change now. */
  readonly editable: ReadonlySet<string>;
  readonly checking: boolean;
  /** What happened to the record, newest first; null where its history may not be seen. */
  readonly history: readonly HistoryEntry[] | null;
  /** The element in the head of the page that the buttons stand in. */
  readonly place: HTMLElement | null;
  readonly onDone: (transition: string, record: RecordValue, by: PressedBy) => void;
}

/** What a button was pressed by. */
export type PressedBy = 'pointer' | 'keys';

interface Refused {
  readonly transition: string;
  readonly failure: Failure;
}

/**
 * The buttons of the transitions, in the head of the page, and what they lead to, here. A blocked transition stays focusable and
 * gives its reasons in a box at its button, when it is pressed or pointed at.
 */
export function TransitionBar(props: TransitionBarProps) {
  const { entity, record, shown, editable, checking, history, place, onDone } = props;
  const texts = useTexts();
  const me = useMe();
  const fire = useFire(entity.id, record);
  const [asked, setAsked] = useState<Transition | null>(null);
  const [firing, setFiring] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const done = (transition: string, changed: RecordValue, by: PressedBy): void => {
    setAsked(null);
    onDone(transition, changed, by);
  };
  const run = async (transition: string, confirm: readonly string[], by: PressedBy = 'keys'): Promise<void> => {
    if (firing !== null) return;
    setFiring(transition);
    setRefused(null);
    const answer = await fire(transition, confirm.length > 0 ? { confirm } : {});
    setFiring(null);
    if (answer.data) done(transition, answer.data, by);
    else setRefused({ transition, failure: toFailure(answer.error) });
  };
  const fieldsOf = useAskedFields(entity, record, editable);
  const isAsking = ({ transition }: ShownTransition): boolean => asksFirst(entity, transition, fieldsOf(transition));
  const press = (step: ShownTransition, by: PressedBy): void => {
    const { transition } = step;
    if (isAsking(step)) setAsked(transition);
    else void run(transition.id, [], by);
  };
  useTransitionCommands(entity, shown);
  useAskedStep(shown, (step) => isAsking(step) && setAsked(step.transition));
  const approvals = useApprovals(entity, record);
  const buttons = (
    <fieldset className={styles['bar']} aria-label={texts.t('transition.group')}>
      {shown.map((each) => (
        <TransitionButton
          key={each.transition.id}
          entity={entity}
          shown={each}
          approval={approvals.find(({ transition }) => transition === each.transition.id)}
          busy={firing === each.transition.id}
          onPress={(by) => press(each, by)}
        />
      ))}
      {checking && <span className={styles['checking']}>{texts.t('transition.checking')}</span>}
    </fieldset>
  );
  return (
    <div className={styles['area']}>
      {place && createPortal(buttons, place)}
      {asked === null && !checking && holdsDrafts(localStorage, me.id, entity.id, record.id) && (
        <LateStrandedDrafts entity={entity} record={record} editable={editable} open={openIn(shown)} />
      )}
      {refused && <Refusal entity={entity.id} refused={refused} onRun={run} onClose={() => setRefused(null)} />}
      {asked && (
        <TransitionDialog
          entity={entity}
          record={record}
          transition={presentOf(entity, asked)}
          editable={editable}
          history={history}
          onClose={() => setAsked(null)}
          onDone={(changed) => done(asked.id, changed, 'keys')}
        />
      )}
    </div>
  );
}

/** The ids of the transitions that can be taken now. */
function openIn(shown: readonly ShownTransition[]): ReadonlySet<string> {
  return new Set(shown.filter(({ verdict }) => verdict.verdict === 'allowed').map(({ transition }) => transition.id));
}

/** The transition as the specification has it now: it may have changed since its dialog was opened. */
function presentOf(entity: Entity, opened: Transition): Transition {
  return transitionsOf(entity).get(opened.id) ?? opened;
}

interface RefusalProps {
  readonly entity: string;
  readonly refused: Refused;
  readonly onRun: (transition: string, confirm: readonly string[]) => Promise<void>;
  readonly onClose: () => void;
}

/** Why a transition was not fired: warnings to confirm, or a failure. */
function Refusal({ entity, refused: { transition, failure }, onRun, onClose }: RefusalProps) {
  const texts = useTexts();
  if (failure.code !== 'confirm_warnings')
    return (
      <>
        <ActionFailure failure={failure} entity={entity} onRetry={() => void onRun(transition, [])} />
        <Meanwhile entity={entity} failure={failure} />
      </>
    );
  return (
    <ConfirmWarnings
      entity={entity}
      verb={texts.transition(entity, transition)}
      warnings={failure.problem?.warnings ?? []}
      onConfirm={(ids) => void onRun(transition, ids)}
      onClose={onClose}
    />
  );
}

interface TransitionButtonProps {
  readonly entity: Entity;
  readonly shown: ShownTransition;
  /** How far its approvals have come, where it needs some. */
  readonly approval: ApprovalAnswer | undefined;
  readonly busy: boolean;
  readonly onPress: (by: PressedBy) => void;
}

function TransitionButton({ entity, shown, approval, busy, onPress }: TransitionButtonProps) {
  const texts = useTexts();
  const { transition, verdict, primary, forward } = shown;
  const name = texts.transition(entity.id, transition.id);
  if (verdict.verdict === 'blocked')
    return (
      <BlockedButton entity={entity} transition={transition.id} reasons={verdict.reasons} forward={forward}>
        <span lang={texts.written}>{name}</span>
      </BlockedButton>
    );
  const press = approval === undefined ? null : pressCount(approval);
  return (
    <Button
      variant={primary ? 'filled' : 'default'}
      aria-busy={busy}
      leftSection={busy ? <Loader size={14} color="currentcolor" /> : undefined}
      onClick={({ detail }) => onPress(detail > 0 ? 'pointer' : 'keys')}
      data-nf-transition={transition.id}
      data-nf-forward={forward || undefined}
      data-nf-primary={primary || undefined}
    >
      <span lang={press === null ? texts.written : undefined}>
        {press === null ? name : texts.t('approvals.button', { transition: name, ...press })}
      </span>
    </Button>
  );
}
