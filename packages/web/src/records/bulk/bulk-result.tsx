import { Button, CloseButton, Group } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { BulkResult, Entity } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { ActionFailure } from '../../fields/messages/action-failure.tsx';
import { ErrorCode } from '../../kit/messages/error-code.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { screenPath } from '../../base/model/screen-path.ts';
import type { Failure } from '../../base/store/failure.ts';
import { useTold } from '../../fields/messages/use-told.ts';
import { useTexts } from '../../base/texts/use-texts.ts';
import styles from './bulk.module.css';

/** The outcome of a bulk action for the records that it did not change. */
export interface Outcome {
  readonly verb: string;
  readonly done: number;
  readonly failed: readonly BulkResult[];
  /** Why trying again did not work at all. */
  readonly failure: Failure | null;
}

interface BulkResultPanelProps {
  readonly entity: Entity;
  readonly outcome: Outcome;
  readonly busy: boolean;
  /** Codes of the warnings that the user confirms. Null: the same call again. */
  readonly onRetry: (confirm: readonly string[] | null) => void;
  readonly onClose: () => void;
}

const SHOWN = 50;

/** How many records the action changed, and each of the others with its reason and error code. */
export function BulkResultPanel({ entity, outcome, busy, onRetry, onClose }: BulkResultPanelProps) {
  const { t } = useTexts();
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  const { verb, done, failed, failure } = outcome;
  useEffect(() => {
    if (outcome.failure === null) heading.current?.focus();
  }, [outcome]);
  const warnings = failed.flatMap(({ problem }) => problem?.warnings?.map(({ code }) => code) ?? []);
  const number = format.number(failed.length, 0);
  return (
    <section className={styles['result']} aria-labelledby="nf-bulk-result" data-nf-bulk-result>
      <div className={styles['head']}>
        <h2 ref={heading} tabIndex={-1} id="nf-bulk-result">
          <CircleAlert size={16} aria-hidden />{' '}
          {t('bulk.outcome', { verb, done: format.number(done, 0), failed: number })}
        </h2>
        <CloseButton aria-label={t('bulk.close')} onClick={onClose} />
      </div>
      <ul className={styles['failed']}>
        {failed.slice(0, SHOWN).map((result) => (
          <Failed key={result.id ?? ''} entity={entity} result={result} />
        ))}
      </ul>
      {failed.length > SHOWN && <p>{t('bulk.further', { number: format.number(failed.length - SHOWN, 0) })}</p>}
      {failure && <ActionFailure failure={failure} entity={entity.id} onRetry={() => onRetry(null)} />}
      <Group gap="xs">
        <Button variant="default" aria-busy={busy} onClick={() => onRetry(null)} data-nf-bulk-retry>
          {t('bulk.retry', { number })}
        </Button>
        {warnings.length > 0 && (
          <Button
            variant="default"
            aria-busy={busy}
            onClick={() => onRetry([...new Set(warnings)])}
            data-nf-bulk-confirm
          >
            {t('bulk.confirm')}
          </Button>
        )}
      </Group>
    </section>
  );
}

function Failed({ entity, result }: { readonly entity: Entity; readonly result: BulkResult }) {
  const { t } = useTexts();
  const told = useTold();
  const path = screenPath(useModel(), entity.id, 'record', result.id ?? '');
  const { problem } = result;
  if (problem === null) return null;
  const name = result.title ?? t('bulk.unnamed');
  const details = [...problem.errors, ...(problem.warnings ?? [])].filter(({ code }) => code !== problem.code);
  const reasons = problem.code === 'invalid' && details.length > 0 ? details : [problem, ...details];
  return (
    <li data-nf-record={result.id} data-nf-error={problem.code}>
      {path === null || result.title === null ? <bdi>{name}</bdi> : <Link to={path}>{name}</Link>}
      <span>{reasons.map((each) => told.text(each, { entity: entity.id })).join(' ')}</span>
      <ErrorCode code={problem.code} />
    </li>
  );
}
