import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useSessionQuery } from '../calls/session-api.ts';
import { SessionContext } from '../session/session-context.ts';
import { ShowLanguageContext } from './choose-language.ts';
import { makeTexts } from './make-texts.ts';
import { onPageTexts, pageTexts, showPageLanguage } from './page-texts.ts';
import { TextsContext } from './use-texts.tsx';

/** Makes the texts once for all that is inside; made again when the language is switched or a language file arrives. */
export function TextsProvider({ children }: { readonly children: ReactNode }) {
  const { data } = useSessionQuery();
  const name = data?.name ?? '';
  const source = useSyncExternalStore(onPageTexts, pageTexts);
  const texts = useMemo(() => makeTexts(source, name), [source, name]);
  return (
    <SessionContext value={data ?? null}>
      <ShowLanguageContext value={showPageLanguage}>
        <TextsContext value={texts}>{children}</TextsContext>
      </ShowLanguageContext>
    </SessionContext>
  );
}
