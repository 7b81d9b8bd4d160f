import { Link } from 'react-router';
import type { BulkResult, Entity } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { ErrorCode } from '../../kit/messages/error-code.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { screenPath } from '../../base/model/screen-path.ts';
import { useTold } from '../../fields/messages/use-told.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './bulk.module.css';

const SHOWN = 50;

/** The records that an action did not change, each with its reason and error code. */
export function FailedRecords({ entity, failed }: { readonly entity: Entity; readonly failed: readonly BulkResult[] }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <>
      <ul className={styles['failed']}>
        {failed.slice(0, SHOWN).map((result) => (
          <Failed key={result.id ?? ''} entity={entity} result={result} />
        ))}
      </ul>
      {failed.length > SHOWN && <p>{t('bulk.further', { number: format.number(failed.length - SHOWN, 0) })}</p>}
    </>
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
