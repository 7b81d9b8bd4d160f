import { useFormat } from '../../base/format/use-format.ts';
import { dateOrderOf } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** How a date is written in the region of the reader, in the letters of the display language: MM/DD/YYYY, 年/月/日. */
export function useDateForm(): string {
  const { t } = useTexts();
  const { locale } = useFormat();
  return dateOrderOf(locale)
    .parts.map((part) => ('part' in part ? t(`inputs.letters_${part.part}`) : part.text))
    .join('');
}
