import { Popover, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Cycle, Entity, HistoryEntry } from '@ninefold/model';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { useFormat } from '../../base/format/use-format.ts';
import { joinList } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './stepper.module.css';
import type { Step } from './steps.ts';

interface StepPopoverProps {
  readonly entity: Entity;
  readonly cycle: Cycle;
  readonly step: Step;
  /** The last change into this state. Null: there was none, or the reader may not see the history. */
  readonly reached: HistoryEntry | null;
  readonly children: ReactNode;
}

/** A step of the life cycle. Its popover says when and by whom it was reached, or which roles it waits for. */
export function StepPopover({ entity, cycle, step, reached, children }: StepPopoverProps) {
  const { t, state } = useTexts();
  return (
    <Popover withRoles trapFocus returnFocus position="bottom-start" shadow="md" width={280}>
      <Popover.Target>
        <UnstyledButton className={styles['stepButton']}>{children}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown
        aria-label={state(entity.id, step.state, cycle.field)}
        className={styles['stepMore']}
        data-nf-step-more
      >
        {reached && <Reached entry={reached} />}
        {step.place === 'current' && <Ways entity={entity} cycle={cycle} step={step} by="from" />}
        {step.place === 'future' && <Ways entity={entity} cycle={cycle} step={step} by="to" />}
        {step.place === 'skipped' && <p>{t('record.step_skipped')}</p>}
        {step.place === 'unknown' && <p>{t('record.step_unknown')}</p>}
        {step.place === 'past' && reached === null && <p>{t('record.step_past')}</p>}
      </Popover.Dropdown>
    </Popover>
  );
}

function Reached({ entry }: { readonly entry: HistoryEntry }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <p>
      {format.instant(entry.at)} ·{' '}
      {entry.by === null ? t('history.system') : <RecordLink entity="user" value={entry.by} />}
    </p>
  );
}

interface WaysProps extends Pick<StepPopoverProps, 'entity' | 'cycle' | 'step'> {
  readonly by: 'from' | 'to';
}

/** The transitions out of the state, or into it, each with the roles that fire it. */
function Ways({ entity, cycle, step, by }: WaysProps) {
  const { t, transition: labelOf, role, language } = useTexts();
  const ways = Object.values(cycle.lifecycle.transitions).filter(({ id, from, to }) =>
    by === 'from' ? from.includes(step.state) : to === step.state && id !== 'create',
  );
  if (cycle.lifecycle.derived.length > 0) return <p>{t('record.step_derived')}</p>;
  if (ways.length === 0) return <p>{t('record.step_end')}</p>;
  return (
    <>
      <p>{t(by === 'from' ? 'record.step_waits' : 'record.step_comes')}</p>
      <ul>
        {ways.map((way) => (
          <li key={way.id}>
            {t('record.step_way', {
              transition: labelOf(entity.id, way.id),
              roles: way.by.length === 0 ? t('history.system') : joinList(way.by.map(role), language),
            })}
          </li>
        ))}
      </ul>
    </>
  );
}
