import i18next, { type ResourceKey } from 'i18next';
import { useEffect, useState, type ReactNode } from 'react';
import { shippedLanguage } from '../../base/texts/shipped-texts.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { lateCode } from '../dialogs/late-code.ts';
import { Loading } from '../messages/loading.tsx';
import { Page } from './page.tsx';

/** The texts of single screens, which the texts that every page loads are without (see `vite.config.ts`). */
const files = import.meta.glob<ResourceKey>('../../../locales/*/shell.json', { query: '?late', import: 'default' });

/** Loads the texts of such screens; whether those in the language of the reader are there. */
function useLateTexts(): boolean {
  const { language } = useTexts();
  const shipped = shippedLanguage(language);
  const [there, setThere] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const load = files[`../../../locales/${shipped}/shell.json`];
    if (load)
      void lateCode(load).then((texts) => {
        i18next.addResourceBundle(shipped, 'shell', texts);
        if (isCurrent) setThere(shipped);
      });
    return () => {
      isCurrent = false;
    };
  }, [shipped]);
  return there === shipped;
}

interface WithLateTextsProps {
  /** The part of the texts that the screen loads, and its own name. */
  readonly screen: string;
  readonly children: ReactNode;
}

/** A screen whose texts come after its code: until then its title stands there. */
export function WithLateTexts({ screen, children }: WithLateTextsProps) {
  const { t } = useTexts();
  if (useLateTexts()) return children;
  return (
    <Page title={t(`${screen}.title`)} screen={screen}>
      <Loading />
    </Page>
  );
}
