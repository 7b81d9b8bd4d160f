import { createContext, useContext } from 'react';
import type { Texts } from './make-texts.ts';

/** Holds the texts for everything inside. */
export const TextsContext = createContext<Texts | null>(null);

/** Every text in the display language. */
export function useTexts(): Texts {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error('Texts are read inside of their provider.');
  return texts;
}
