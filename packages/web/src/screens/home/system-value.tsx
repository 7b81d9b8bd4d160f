import type { Wire } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

const INSTANT = /^\d{4}-\d{2}-\d{2}T/;

/** A value of a system field: a user, an instant, a number, or true and false. */
export function SystemValue({ value }: { readonly value: Wire | undefined }) {
  const format = useFormat();
  const { t } = useTexts();
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return <>{t(value ? 'inputs.yes' : 'inputs.no')}</>;
  if (typeof value === 'number') return <>{format.number(value)}</>;
  if (typeof value === 'string') {
    return INSTANT.test(value) ? <time dateTime={value}>{format.instant(value)}</time> : <bdi>{value}</bdi>;
  }
  return 'title' in value && typeof value.title === 'string' ? <bdi>{value.title}</bdi> : null;
}
