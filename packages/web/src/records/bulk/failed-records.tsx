import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type BulkResult, type Entity, screenPath } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { ErrorCode } from '../../kit/messages/error-code.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { useTold } from '../../fields/messages/use-told.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './bulk.module.css';
import { fieldLabel, type Said } from '../../base/texts/problem-text.ts';
import { groupedFailures, reasonsOf, type FailureGroup } from './failure-groups.ts';

/** So many records of a group are shown before somebody asks for all. */
const SHOWN = 10;

interface FailedRecordsProps {
  readonly entity: Entity;
  readonly failed: readonly BulkResult[];
  /** The transition that was asked for; null or left out: another action. */
  readonly transition?: string | null;
  /** For how many of the records it was said before that the action is not possible. */
  readonly said?: number;
  /** Selects these records alone; without it nothing can be selected. */
  readonly onSelect?: (ids: readonly string[]) => void;
}

/** The records that an action did not change, by reason, with the number of each. What was announced is folded, below the rest. */
export function FailedRecords({ entity, failed, transition = null, said = 0, onSelect }: FailedRecordsProps) {
  const { t } = useTexts();
  const format = useFormat();
  const { unexpected, announced } = groupedFailures(failed, said);
  const left = announced.reduce((sum, { results }) => sum + results.length, 0);
  const groups = (all: readonly FailureGroup[]) =>
    all.map((group) => (
      <Group
        key={group.key}
        entity={entity}
        group={group}
        transition={transition}
        {...(onSelect && unexpected.length > 1 && unexpected.includes(group) ? { onSelect } : {})}
      />
    ));
  return (
    <>
      {groups(unexpected)}
      {left > 0 && (
        <details className={styles['announced']} open={unexpected.length === 0} data-nf-bulk-announced={left}>
          <summary>{t('bulk.announced', { count: left, number: format.number(left, 0) })}</summary>
          {groups(announced)}
        </details>
      )}
    </>
  );
}

interface GroupProps extends Pick<FailedRecordsProps, 'entity' | 'onSelect'> {
  readonly transition: string | null;
  readonly group: FailureGroup;
}

/** One reason with its records. The reason stands once where it is the same sentence for all of them. */
function Group({ entity, transition, group: { code, results }, onSelect }: GroupProps) {
  const { t } = useTexts();
  const format = useFormat();
  const sentence = useSentence(entity, transition ?? undefined);
  const [whole, setWhole] = useState(false);
  const sayings = results.map(({ problem }) => (problem === null ? '' : reasonsOf(problem).map(sentence).join(' ')));
  const [reason = ''] = sayings;
  const isSame = new Set(sayings).size === 1;
  const shown = whole ? results : results.slice(0, SHOWN);
  const number = format.number(results.length, 0);
  return (
    <section className={styles['group']} data-nf-bulk-group={code}>
      <h3>
        {isSame
          ? t('bulk.group', { count: results.length, number, reason })
          : t('bulk.group', { count: results.length, number, reason: results[0]?.problem?.title ?? '' })}{' '}
        <ErrorCode code={code} />
      </h3>
      <ul className={styles['failed']}>
        {shown.map((result, at) => (
          <Failed
            key={result.id ?? at}
            entity={entity}
            result={result}
            reason={isSame ? null : (sayings[at] ?? null)}
          />
        ))}
      </ul>
      <div className={styles['groupActions']}>
        {shown.length < results.length && (
          <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)} data-nf-bulk-show-all>
            {t('bulk.show_all', { number })}
          </Button>
        )}
        {onSelect && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onSelect(selectable(results))}
            data-nf-bulk-select-group
          >
            {t('bulk.select_failed', { count: results.length, number })}
          </Button>
        )}
      </div>
    </section>
  );
}

/** What is wrong, with the name of its field where the sentence does not say it: a whole record was refused, and no field is in sight. */
function useSentence(entity: Entity, transition: string | undefined): (reason: Said) => string {
  const texts = useTexts();
  const told = useTold();
  return (reason) => {
    const text = told.text(reason, { entity: entity.id, transition });
    const field = fieldLabel(reason.path ?? '', entity.id, transition, texts);
    return field === null || text.includes(field) ? text : texts.t('bulk.field_reason', { field, reason: text });
  };
}

interface FailedProps {
  readonly entity: Entity;
  readonly result: BulkResult;
  /** Null where the heading says it. */
  readonly reason: string | null;
}

function Failed({ entity, result, reason }: FailedProps) {
  const { t } = useTexts();
  const path = screenPath(useModel(), entity.id, 'record', result.id ?? '');
  const { problem } = result;
  if (problem === null) return null;
  const name = result.title ?? t('bulk.unnamed');
  return (
    <li data-nf-record={result.id} data-nf-error={problem.code}>
      {path === null || result.title === null ? <bdi>{name}</bdi> : <Link to={path}>{name}</Link>}
      {reason !== null && <span>{reason}</span>}
    </li>
  );
}

/** The ids of those that this person may see. */
export function selectable(results: readonly BulkResult[]): readonly string[] {
  return results.flatMap(({ id, title }) => (id === null || title === null ? [] : [id]));
}
