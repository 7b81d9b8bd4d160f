import type { HistoryCause } from '@ninefold/model';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './history.module.css';

interface BecauseProps {
  /** The entity of the record that was written, and its id. */
  readonly entity: string;
  readonly record: string | null;
  readonly cause: HistoryCause;
}

/** Why the application did it by itself, with the record that led to it unless that is this one. */
export function Because({ entity, record, cause }: BecauseProps) {
  const { t, problem, transition, reaction, call } = useTexts();
  const of = cause.entity ?? entity;
  const name = {
    ...{ timer: transition, effect: transition, call: transition, reaction },
    in_call: (_: string, id: string) => call('in', id),
  }[cause.kind](of, cause.name);
  return (
    <>
      <span data-nf-cause={cause.kind}>
        {' · '}
        {t(`history.cause_${cause.kind}`, { name })}
        {cause.record !== undefined && cause.record.id !== record && (
          <>
            {' '}
            <RecordLink entity={of} value={cause.record} />
          </>
        )}
      </span>
      {cause.warnings?.map((code) => (
        <span key={code} className={styles['warned']} data-nf-warning={code}>
          {problem({ code, params: {} })}
        </span>
      ))}
    </>
  );
}
