import { Button, CloseButton, Group } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { BulkResult, Entity } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import type { Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './bulk.module.css';
import { mayPassLater } from './passing.ts';
import { FailedRecords, selectable } from './failed-records.tsx';
import { groupedFailures } from './failure-groups.ts';

/** The outcome of a bulk action for the records that it did not change. */
export interface Outcome {
  readonly verb: string;
  /** The transition that was asked for; null: another action. */
  readonly transition: string | null;
  readonly done: number;
  readonly failed: readonly BulkResult[];
  /** For how many records the dialog said that the action is not possible. */
  readonly said: number;
  /** Why trying again did not work at all. */
  readonly failure: Failure | null;
}

interface BulkResultPanelProps {
  readonly entity: Entity;
  readonly outcome: Outcome;
  readonly busy: boolean;
  /** The same call again for these records, with the codes of the warnings that the user confirms. */
  readonly onRetry: (ids: readonly string[], confirm: readonly string[] | null) => void;
  /** Selects these records alone. */
  readonly onSelect: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** How many records the action changed, and the others by reason, those first that nobody could expect. */
export function BulkResultPanel({ entity, outcome, busy, onRetry, onSelect, onClose }: BulkResultPanelProps) {
  const { t } = useTexts();
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  const { verb, transition, done, failed, said, failure } = outcome;
  useEffect(() => {
    if (outcome.failure === null) heading.current?.focus();
  }, [outcome]);
  const warned = failed.filter(({ problem }) => (problem?.warnings ?? []).length > 0);
  const warnings = warned.flatMap(({ problem }) => problem?.warnings?.map(({ code }) => code) ?? []);
  const passing = failed.filter(({ problem }) => problem !== null && mayPassLater(problem));
  const { announced, unexpected } = groupedFailures(failed, said);
  const rest = announced.flatMap(({ results }) => results).length;
  const wrong = unexpected.flatMap(({ results }) => results);
  const counts = { done: format.number(done, 0), failed: format.number(wrong.length, 0), rest: format.number(rest, 0) };
  const retry = (): void => onRetry(idsOf(failure === null ? passing : failed), null);
  return (
    <section className={styles['result']} aria-labelledby="nf-bulk-result" data-nf-bulk-result>
      <div className={styles['head']}>
        <h2 ref={heading} tabIndex={-1} id="nf-bulk-result">
          <CircleAlert size={16} aria-hidden />{' '}
          {rest > 0 ? t('bulk.outcome_rest', { verb, ...counts }) : t('bulk.outcome', { verb, ...counts })}
        </h2>
        <CloseButton aria-label={t('bulk.close')} onClick={onClose} />
      </div>
      <FailedRecords entity={entity} failed={failed} transition={transition} said={said} onSelect={onSelect} />
      {failure && <ActionFailure failure={failure} entity={entity.id} onRetry={retry} />}
      <Group gap="xs">
        {wrong.length > 0 && (
          <Button variant="default" onClick={() => onSelect(selectable(wrong))} data-nf-bulk-select-failed>
            {t('bulk.select_failed', { count: wrong.length, number: counts.failed })}
          </Button>
        )}
        {passing.length > 0 && (
          <Button variant="default" aria-busy={busy} onClick={retry} data-nf-bulk-retry>
            {t('bulk.retry', { number: format.number(passing.length, 0) })}
          </Button>
        )}
        {warnings.length > 0 && (
          <Button
            variant="default"
            aria-busy={busy}
            onClick={() => onRetry(idsOf(warned), [...new Set(warnings)])}
            data-nf-bulk-confirm
          >
            {t('bulk.confirm')}
          </Button>
        )}
      </Group>
    </section>
  );
}

function idsOf(results: readonly BulkResult[]): readonly string[] {
  return results.flatMap(({ id }) => id ?? []);
}
