import { isRuntimeError } from '@ninefold/model';
import { useContext, useMemo } from 'react';
import { useFormatIn } from '../../base/format/use-format.ts';
import { ModelContext } from '../../base/model/use-model.ts';
import type { Said, ToldPlace } from '../../base/texts/problem-text.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { toldPlace, type About } from './told-place.ts';

/** Says problems in words. */
export interface Told {
  /** The sentence of a problem, its values shown by their types. */
  text(problem: Said, about?: About): string;
  /** The language of that sentence where it is not the language of the page: the specification writes its own messages. For `lang`. */
  lang(problem: Pick<Said, 'code'>): string | undefined;
  /** What to do about it, where its entry of the catalogue says so. */
  remedy(problem: Said, about?: About): string | null;
}

/** Problems as sentences, in the language of the reader. Before somebody has signed in no field is known, and values are shown as they are. */
export function useTold(): Told {
  const texts = useTexts();
  const model = useContext(ModelContext)?.model ?? null;
  const format = useFormatIn(model?.timeZone ?? 'UTC');
  return useMemo(() => {
    const placeOf = (problem: Said, about: About): ToldPlace => toldPlace(problem, about, { texts, model, format });
    return {
      text: (problem, about = {}) => texts.problem(problem, placeOf(problem, about)),
      lang: ({ code }) => (isRuntimeError(code) ? undefined : texts.written),
      remedy: (problem, about = {}) =>
        texts.errorPart(problem.code, 'remedy', { ...problem.params, ...placeOf(problem, about).shown }),
    };
  }, [texts, model, format]);
}
