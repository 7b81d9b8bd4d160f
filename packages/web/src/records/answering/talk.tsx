import { useState } from 'react';
import type { Entity, HistoryEntry, RecordValue } from '@ninefold/model';
import type { WrittenText } from '../conversation/conversation.tsx';
import { LateConversation } from '../conversation/late.ts';
import { TransitionDialog } from '../lifecycle/transition-dialog.tsx';
import { SaidSteps, type Said } from './said-steps.tsx';
import { useStepsAtHand } from './steps-at-hand.ts';

interface TalkProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  /** Null where the reader sees no history. */
  readonly history: readonly HistoryEntry[] | null;
}

/** Steps that are said ask for no fields of the record. */
const NONE: ReadonlySet<string> = new Set();

/**
 * The conversation on a record. What is written can be the one text that a step asks for, and take that step. The dialog of the step shows
 * only where the text is refused; it is no part of the form of comments, whose keys and files are its own.
 */
export function Talk({ entity, record, history }: TalkProps) {
  const steps = useStepsAtHand();
  const [said, setSaid] = useState<Said | null>(null);
  const [isSending, setSending] = useState(false);
  const say = (now: Said): void => {
    setSaid(now);
    setSending(true);
  };
  const sending = isSending ? (said?.transition.id ?? null) : null;
  const buttons = (written: WrittenText) => steps && <SaidSteps {...{ entity, steps, written, sending }} onSay={say} />;
  return (
    <>
      <LateConversation {...{ entity, record, history }} steps={buttons} />
      {said && (
        <TransitionDialog
          {...{ entity, record, history }}
          transition={said.transition}
          editable={steps?.editable ?? NONE}
          typed={{ [said.answer.id]: said.written.text }}
          onRefused={() => setSending(false)}
          onClose={(entered) => {
            const left = entered[said.answer.id];
            setSaid(null);
            said.written.onText(typeof left === 'string' ? left : '');
          }}
          onDone={(changed) => {
            setSaid(null);
            setSending(false);
            said.written.onSent(said.written.text);
            steps?.onDone(said.transition.id, changed, 'keys');
          }}
        />
      )}
    </>
  );
}
