import type { SecretField } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { CellProps } from '../contract/cell-kind.ts';

/** Whether there is one, or that another one was typed: never what it is. */
export function SecretState({ value, place }: CellProps<SecretField>) {
  const { t } = useTexts();
  if (value !== true) return <>{t('secrets.new')}</>;
  return <>{t(place.transition === undefined ? 'secrets.set' : 'secrets.given')}</>;
}
