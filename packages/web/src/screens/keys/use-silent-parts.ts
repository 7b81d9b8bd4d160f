import type { SilentPart } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** The words for parts of a subscription of which nothing is told. */
export function useSilentParts(): (parts: readonly SilentPart[]) => string {
  const { t, language } = useTexts();
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  return (parts) => list.format(parts.map((part) => t(`subscriptions.silent_parts.${part}`)));
}
