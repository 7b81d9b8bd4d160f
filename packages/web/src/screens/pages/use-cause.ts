import { useEffect, useState } from 'react';
import { RUNTIME_ERRORS } from '@ninefold/model';
import { lateCode } from '../../base/late-code/late-code.ts';
import { shippedLanguage } from '../../base/texts/files/languages.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** The causes by code. */
type Causes = Readonly<Record<string, string>>;

/** The causes stand on this page only, so the texts that every page loads are without them (see `vite.config.ts`). */
const files = import.meta.glob<Causes>('../../../../model/locales/*/errors.json', {
  query: '?causes',
  import: 'default',
});

/** The cause of an error of the catalogue; null where it has none or its text is not there yet. */
export function useCause(code: string): string | null {
  const { language, errorPart } = useTexts();
  const [found, setFound] = useState<{ readonly language: string; readonly causes: Causes } | null>(null);
  const shipped = shippedLanguage(language);
  const isOfRuntime = RUNTIME_ERRORS[code] !== undefined;
  useEffect(() => {
    const load = isOfRuntime ? files[`../../../../model/locales/${shipped}/errors.json`] : undefined;
    let isCurrent = true;
    if (load) void lateCode(load).then((causes) => isCurrent && setFound({ language: shipped, causes }));
    return () => {
      isCurrent = false;
    };
  }, [shipped, isOfRuntime]);
  if (!isOfRuntime) return errorPart(code, 'cause');
  return found?.language === shipped ? (found.causes[code] ?? null) : null;
}
