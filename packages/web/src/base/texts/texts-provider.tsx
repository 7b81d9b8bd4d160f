import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionQuery } from '../calls/session-api.ts';
import { SessionContext } from '../session/session-context.ts';
import { ShowLanguageContext } from './choose-language.ts';
import { onTextsRevision, showLanguage, textsRevision } from './i18n.ts';
import { makeTexts } from './make-texts.ts';
import { TextsContext } from './use-texts.tsx';

/** Makes the texts once for all that is inside; made again when the language is switched or a language file arrives. */
export function TextsProvider({ children }: { readonly children: ReactNode }) {
  const { t, i18n } = useTranslation('shell');
  const { data } = useSessionQuery();
  const name = data?.name ?? '';
  // A file can arrive between the first drawing and the moment from which React listens: the revision tells of it.
  const revision = useSyncExternalStore(onTextsRevision, textsRevision);
  // `t` and the revision change whenever a text may have changed.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const texts = useMemo(() => makeTexts(i18n, name), [t, name, revision]);
  return (
    <SessionContext value={data ?? null}>
      <ShowLanguageContext value={showLanguage}>
        <TextsContext value={texts}>{children}</TextsContext>
      </ShowLanguageContext>
    </SessionContext>
  );
}
