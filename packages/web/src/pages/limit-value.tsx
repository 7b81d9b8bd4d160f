import type { LimitEntry } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';
import { useModel, useScope } from '../model/use-model.ts';
import { useTexts } from '../texts/use-texts.ts';
import classes from './pages.module.css';

interface Props {
  readonly limit: LimitEntry;
  /** What it is at some moment; its one value where it has no dates. */
  readonly value?: LimitEntry['value'];
}

/** A constant as a person reads it; one that changes on days with all its days. */
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
            {t('limits.from_day', { day: format.date(each.from) })} <Shown limit={limit} value={each.value} />
          </li>
        ))}
      </ul>
    );
  }
  if (value === null) return <strong data-nf-missing={`limits.${limit.id}`}>{t('not_shown.label')}</strong>;
  return <Shown limit={limit} value={value} />;
}

function Shown({ limit: { type }, value }: { readonly limit: LimitEntry; readonly value: string | number | boolean }) {
  const { t } = useTexts();
  const format = useFormat();
  const { currency } = useModel();
  if (typeof value === 'boolean') return <>{t(value ? 'inputs.yes' : 'inputs.no')}</>;
  if (type === 'money' && currency !== null) return <>{format.money(String(value), currency, 2)}</>;
  if (type === 'percent') return <>{format.percent(String(value), String(value).split('.')[1]?.length ?? 0)}</>;
  if (type === 'integer' || type === 'number' || type === 'money') return <>{format.number(value)}</>;
  return <>{String(value)}</>;
}
