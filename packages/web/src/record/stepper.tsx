import { Check, Circle, CircleDot, Minus } from 'lucide-react';
import type { Entity } from '@ninefold/model';
import { useTexts } from '../texts/use-texts.ts';
import styles from './record.module.css';
import { stepsOf, type Step } from './steps.ts';

const GLYPHS = { past: Check, current: CircleDot, future: Circle, skipped: Minus } as const;

interface StepperProps {
  readonly entity: Entity;
  readonly state: string;
  /** States the record has been in, where its history may be seen. */
  readonly visited: ReadonlySet<string> | null;
}

/** The way of a record through its states; below 600 px only where it stands. */
export function Stepper({ entity, state, visited }: StepperProps) {
  const texts = useTexts();
  const steps = stepsOf(entity, state, visited);
  const at = steps.findIndex((step) => step.place === 'current');
  return (
    <div className={styles['stepper']}>
      <p className={styles['stepShort']}>{texts.t('record.step', { step: at + 1, steps: steps.length })}</p>
      <ol aria-label={texts.t('record.steps')}>
        {steps.map((step) => (
          <StepItem key={step.state} step={step} text={texts.state(entity.id, step.state)} />
        ))}
      </ol>
    </div>
  );
}

function StepItem({ step, text }: { readonly step: Step; readonly text: string }) {
  const { t } = useTexts();
  const Glyph = GLYPHS[step.place];
  return (
    <li data-place={step.place} data-nf-step={step.state} aria-current={step.place === 'current' ? 'step' : undefined}>
      <Glyph size={16} aria-hidden />
      <span>{text}</span>
      {step.place !== 'current' && <span className="nf-hidden">{t(`record.step_${step.place}`)}</span>}
    </li>
  );
}
