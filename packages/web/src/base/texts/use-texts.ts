import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionQuery } from '../calls/session-api.ts';
import { makeTexts, type Texts } from './make-texts.ts';

/** Every text in the display language; changes when the language is switched or a language file arrives. */
export function useTexts(): Texts {
  const { t, i18n } = useTranslation('shell');
  const { data } = useSessionQuery();
  const name = data?.name ?? '';
  // `t` is a new function whenever a text may have changed.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => makeTexts(i18n, name), [t, name]);
}
