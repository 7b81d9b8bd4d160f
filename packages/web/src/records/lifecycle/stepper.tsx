import { Check, Circle, CircleDot, Minus } from 'lucide-react';
import { useMemo } from 'react';
import type { Entity, HistoryEntry } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './stepper.module.css';
import { StepPopover } from './step-popover.tsx';
import { reachedBy, stepsOf, type Step } from './steps.ts';

const GLYPHS = { past: Check, current: CircleDot, future: Circle, skipped: Minus } as const;

interface StepperProps {
  readonly entity: Entity;
  readonly state: string;
  /** What happened to the record, newest first; null where its history may not be seen. */
  readonly history: readonly HistoryEntry[] | null;
}

/** The states of a record in order. Below 600 px only the present one shows. */
export function Stepper({ entity, state, history }: StepperProps) {
  const texts = useTexts();
  const visited = useMemo(
    () => history && new Set(history.flatMap(({ from, to }) => [from ?? '', to ?? ''])),
    [history],
  );
  const steps = stepsOf(entity, state, visited);
  const at = steps.findIndex((step) => step.place === 'current');
  return (
    <div className={styles['stepper']}>
      <p className={styles['stepShort']}>{texts.t('record.step', { step: at + 1, steps: steps.length })}</p>
      <ol aria-label={texts.t('record.steps')}>
        {steps.map((step) => (
          <StepItem key={step.state} entity={entity} step={step} reached={reachedBy(history, step.state)} />
        ))}
      </ol>
    </div>
  );
}

interface StepItemProps {
  readonly entity: Entity;
  readonly step: Step;
  readonly reached: HistoryEntry | null;
}

function StepItem({ entity, step, reached }: StepItemProps) {
  const { t, state } = useTexts();
  const Glyph = GLYPHS[step.place];
  return (
    <li data-place={step.place} data-nf-step={step.state} aria-current={step.place === 'current' ? 'step' : undefined}>
      <StepPopover entity={entity} step={step} reached={reached}>
        <Glyph size={16} aria-hidden />
        <span>{state(entity.id, step.state)}</span>
        {step.place !== 'current' && <span className="nf-hidden">{t(`record.step_${step.place}`)}</span>}
      </StepPopover>
    </li>
  );
}
