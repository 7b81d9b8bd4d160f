import { Button } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import type { Entity, Field, Transition } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { WrittenText } from '../conversation/conversation.tsx';
import { answerOf } from './said-step.ts';
import type { StepsAtHand } from './steps-at-hand.ts';

/** A step that is taken with what is written. */
export interface Said {
  readonly transition: Transition;
  /** The one text that the step asks for. */
  readonly answer: Field;
  readonly written: WrittenText;
}

interface SaidStepsProps {
  readonly entity: Entity;
  readonly steps: StepsAtHand;
  readonly written: WrittenText;
  /** The id of the transition that is on its way. */
  readonly sending: string | null;
  readonly onSay: (said: Said) => void;
}

/** A button for each step that can be taken with what is written. */
export function SaidSteps({ entity, steps, written, sending, onSay }: SaidStepsProps) {
  const texts = useTexts();
  const open = steps.shown.flatMap(({ transition, verdict }) => {
    const answer = verdict.verdict === 'allowed' ? answerOf(entity, transition) : null;
    return answer === null ? [] : [{ transition, answer, written }];
  });
  return open.map((said) => {
    const { id } = said.transition;
    const name = texts.transition(entity.id, id);
    return (
      <Button
        key={id}
        variant="default"
        rightSection={<ArrowRight size={16} aria-hidden className="nf-mirrored" />}
        loading={sending === id}
        aria-label={texts.t('conversation.send_as', { transition: name })}
        onClick={() => (written.text.trim() === '' ? written.onEmpty() : onSay(said))}
        data-nf-said={id}
      >
        <span lang={texts.written}>{name}</span>
      </Button>
    );
  });
}
