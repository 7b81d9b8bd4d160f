import { AlarmClock } from 'lucide-react';
import { timedReactions, timedTransitions, type DueTimer, type Entity, type RecordValue } from '@ninefold/model';
import { useDueQuery } from '../../base/calls/record-api.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './transition.module.css';

/** What will happen to a record by itself and when, and what could not. Nothing where no timer of it runs. */
export function DueTimers({ entity, record }: { readonly entity: Entity; readonly record: RecordValue }) {
  const { t } = useTexts();
  const skip = timedTransitions(entity).length + timedReactions(entity).length === 0;
  const { data } = useDueQuery({ entity: entity.id, id: record.id }, { skip });
  if (skip || data === undefined || data.items.length === 0) return null;
  return (
    <ul className={styles['due']} aria-label={t('due.title')}>
      {data.items.map((timer) => (
        <li key={idOf(timer)} data-nf-due={idOf(timer)} data-nf-timer={timer.state}>
          <AlarmClock size={16} aria-hidden />
          <Sentence entity={entity} timer={timer} />
        </li>
      ))}
    </ul>
  );
}

function idOf({ transition, reaction }: DueTimer): string {
  return transition ?? reaction ?? '';
}

function Sentence({ entity, timer }: { readonly entity: Entity; readonly timer: DueTimer }) {
  const { t, transition, reaction } = useTexts();
  const { instant } = useFormat();
  const timed = timedTransitions(entity).find(({ name }) => name === timer.transition);
  const name = (timer.transition === null ? reaction : transition)(entity.id, idOf(timer));
  const isConditional = timer.state === 'planned' && timed?.transition.when != null;
  const escalates = timer.state === 'planned' && timed?.transition.timer === null;
  const kind = escalates ? 'escalates' : isConditional ? 'planned_if' : timer.state;
  return <span>{t(`due.${kind}`, { name, when: instant(timer.due), next: instant(timer.next) })}</span>;
}
