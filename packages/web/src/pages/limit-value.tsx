import type { LimitEntry } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';
import { useModel } from '../model/use-model.ts';
import { useTexts } from '../texts/use-texts.ts';

/** A constant as a person reads it. */
export function LimitValue({ limit }: { readonly limit: LimitEntry }) {
  const { t } = useTexts();
  const format = useFormat();
  const { currency } = useModel();
  const { value, type } = limit;
  if (value === null) return <strong data-nf-missing={`limits.${limit.id}`}>{t('not_shown.label')}</strong>;
  if (typeof value === 'boolean') return <>{t(value ? 'inputs.yes' : 'inputs.no')}</>;
  if (type === 'money' && currency !== null) return <>{format.money(String(value), currency, 2)}</>;
  if (type === 'integer' || type === 'number' || type === 'money') return <>{format.number(value)}</>;
  return <>{String(value)}</>;
}
