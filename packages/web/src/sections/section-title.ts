import { useTexts } from '../texts/use-texts.ts';
import type { ShownSection } from './sections.ts';

/** The heading of a section; what no section names stands under one of its own. */
export function useSectionTitle(screen: string, all: readonly ShownSection[]): (section: ShownSection) => string {
  const { t, section: label } = useTexts();
  return ({ id }) => (id === null ? t(all.length > 1 ? 'record.rest' : 'record.details') : label(screen, id));
}
