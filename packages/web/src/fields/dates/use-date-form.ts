import { dateOrderOf } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** How a date is written in the display language, in its own letters: MM/DD/YYYY, 年/月/日. */
export function useDateForm(): string {
  const { t, language } = useTexts();
  return dateOrderOf(language)
    .parts.map((part) => ('part' in part ? t(`inputs.letters_${part.part}`) : part.text))
    .join('');
}
