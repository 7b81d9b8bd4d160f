import type { SecretField } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { CellProps } from '../contract/cell-kind.ts';

/** Whether there is one, or that another one was typed: never what it is. */
export function SecretState({ value }: CellProps<SecretField>) {
  const { t } = useTexts();
  return <>{t(value === true ? 'secrets.set' : 'secrets.new')}</>;
}
