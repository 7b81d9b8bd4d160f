import type { ReactNode } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';

interface FallbackProps {
  /** The key in the `app` texts, such as `entities.ticket.label`. */
  readonly textKey: string;
  readonly children: ReactNode;
}

/** Marks a text of the specification with the language it stands in, where it is not the display language. */
export function Fallback({ textKey, children }: FallbackProps) {
  const language = useTexts().foreign(textKey);
  return language === null ? children : <span lang={language}>{children}</span>;
}
