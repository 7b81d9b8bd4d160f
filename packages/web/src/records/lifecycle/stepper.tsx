import { Check, Circle, CircleDashed, Minus } from 'lucide-react';
import { useMemo } from 'react';
import { cyclesOf, type Cycle, type Entity, type HistoryEntry, type RecordValue } from '@ninefold/model';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './stepper.module.css';
import { StepPopover } from './step-popover.tsx';
import { reachedBy, stepsOf, visitedIn, type Step } from './steps.ts';

const GLYPHS = { past: Check, future: Circle, skipped: Minus, unknown: CircleDashed } as const;

interface StepperProps {
  readonly entity: Entity;
  readonly cycle: Cycle;
  readonly record: RecordValue;
  readonly state: string;
  /** What happened to the record, newest first; null where its history may not be seen. */
  readonly history: readonly HistoryEntry[] | null;
}

/** The states of a record in order; of several life cycles each is called by its field. Below 600 px only the present one shows, of derived states everywhere. */
export function Stepper({ entity, cycle, record, state, history }: StepperProps) {
  const texts = useTexts();
  const { field } = cycle;
  const visited = useMemo(() => history && visitedIn(history, field), [history, field]);
  const hasMoved = record[`${field}_since`] !== record.created_at;
  const steps = stepsOf(cycle, state, { visited, hasMoved });
  const at = steps.findIndex((step) => step.place === 'current');
  const isOnly = cyclesOf(entity).length === 1;
  const name = texts.field(entity.id, field);
  return (
    <div className={styles['stepper']} data-nf-cycle={field}>
      {!isOnly && <p className={styles['stepCycle']}>{name}</p>}
      {cycle.lifecycle.derived.length === 0 && (
        <p className={styles['stepShort']}>{texts.t('record.step', { step: at + 1, steps: steps.length })}</p>
      )}
      <ol aria-label={isOnly ? texts.t('record.steps') : name}>
        {steps.map((step) => (
          <StepItem
            key={step.state}
            entity={entity}
            cycle={cycle}
            step={step}
            reached={reachedBy(history, step.state, field)}
          />
        ))}
      </ol>
    </div>
  );
}

interface StepItemProps {
  readonly entity: Entity;
  readonly cycle: Cycle;
  readonly step: Step;
  readonly reached: HistoryEntry | null;
}

function StepItem({ entity, cycle, step, reached }: StepItemProps) {
  const of = { entity: entity.id, state: step.state, cycle: cycle.field };
  return (
    <li data-place={step.place} data-nf-step={step.state} aria-current={step.place === 'current' ? 'step' : undefined}>
      <StepPopover entity={entity} cycle={cycle} step={step} reached={reached}>
        {step.place === 'current' ? <StateBadge {...of} /> : <OtherState {...of} place={step.place} />}
      </StepPopover>
    </li>
  );
}

interface OtherStateProps {
  readonly entity: string;
  readonly state: string;
  readonly cycle: string;
  readonly place: keyof typeof GLYPHS;
}

function OtherState({ entity, state, cycle, place }: OtherStateProps) {
  const texts = useTexts();
  const Glyph = GLYPHS[place];
  return (
    <>
      <Glyph size={16} aria-hidden />
      <span lang={texts.written}>{texts.state(entity, state, cycle)}</span>
      <span className="nf-hidden">{texts.t(`record.step_${place}`)}</span>
    </>
  );
}
