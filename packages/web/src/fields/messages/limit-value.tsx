import type { LimitEntry, LimitScalar } from '@ninefold/model';
import { useRecordQuery } from '../../base/calls/record-api.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel, useScope } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { RecordLink } from '../cells/record-link.tsx';
import { limitWords } from './limit-words.ts';
import classes from './limit-value.module.css';

interface Props {
  readonly limit: LimitEntry;
  /** The value to show. Left out: the only value of a limit without dates. */
  readonly value?: LimitEntry['value'];
}

/** A limit in words. A dated limit shows all its days. */
export function LimitValue({ limit, value = limit.value }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const { today } = useScope();
  if (value === null && limit.dated.length > 0) {
    const current = limit.dated.findLast(({ from }) => from <= today);
    return (
      <ul className={classes['days']}>
        {limit.dated.map((each) => (
          <li key={each.from} aria-current={each === current ? 'true' : undefined}>
            {t('limits.from_day', { day: format.date(each.from) })}{' '}
            <LimitValue limit={{ ...limit, dated: [] }} value={each.value} />
          </li>
        ))}
      </ul>
    );
  }
  if (limit.to !== null && value !== null) return <LimitRecord entity={limit.to} id={String(value)} />;
  if (value === null) return <strong data-nf-missing={`limits.${limit.id}`}>{t('not_shown.label')}</strong>;
  if (typeof value !== 'object') return <Shown limit={limit} value={value} />;
  return (
    <ul className={classes['days']}>
      {value.map((each) => (
        <li key={each}>
          <Shown limit={limit} value={each} />
        </li>
      ))}
    </ul>
  );
}

/** The record that a limit names, as far as the reader may see it. */
function LimitRecord({ entity, id }: { readonly entity: string; readonly id: string }) {
  const { data, isLoading } = useRecordQuery({ entity, id });
  if (isLoading) return null;
  return <RecordLink entity={entity} value={data?.title === undefined ? { id } : { id, title: data.title }} />;
}

function Shown({ limit, value }: { readonly limit: LimitEntry; readonly value: LimitScalar }) {
  const texts = useTexts();
  const format = useFormat();
  const { currency } = useModel();
  if (typeof value === 'boolean') return <>{texts.t(value ? 'inputs.yes' : 'inputs.no')}</>;
  return <>{limitWords(limit, value, { format, currency, option: texts.limitOption })}</>;
}
