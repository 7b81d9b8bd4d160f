import type { ListAnswer } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** The count in words: `1,240`, `10,000+`. */
export function useTotal(answer: ListAnswer | undefined): string {
  const { t } = useTexts();
  const format = useFormat();
  if (answer?.total == null) return '';
  const number = format.number(answer.total, 0);
  return answer.total_is === 'at_least' ? t('list.at_least', { number }) : number;
}
