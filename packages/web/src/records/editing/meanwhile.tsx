import type { ChangeSince, Wire } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import type { Failure } from '../../base/store/failure.ts';
import type { Texts } from '../../base/texts/make-texts.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { joinWords } from '../../base/texts/words.ts';
import { titleOf } from '../../fields/cells/record-link.tsx';
import { changesText } from './changes-text.ts';

/** Who did what to the record since the person saw it, where a refusal tells it. */
export function Meanwhile({ entity, failure }: { readonly entity: string; readonly failure: Failure }) {
  const texts = useTexts();
  const { instant } = useFormat();
  const changes = changesTold(failure.problem?.params['changes']);
  if (changes.length === 0) return null;
  return (
    <p data-nf-meanwhile>{texts.t('meanwhile.told', { changes: meanwhileText(texts, entity, changes, instant) })}</p>
  );
}

/** “Mona took the step “Solve” (Nov 23, 3:05 PM) and Sato changed Cost”, newest first. */
export function meanwhileText(
  texts: Texts,
  entity: string,
  changes: readonly ChangeSince[],
  instant: (at: string) => string,
): string {
  const said = changes.map((change) => {
    const { transition, by, by_itself: isByItself, at } = change;
    if (transition === undefined) return changesText(texts, entity, [change]);
    const name = titleOf(by);
    const params = { step: texts.transition(entity, transition), when: instant(at) };
    if (isByItself === true) return texts.t('meanwhile.step_by_itself', params);
    return name === null
      ? texts.t('meanwhile.step_by_somebody', params)
      : texts.t('meanwhile.step_by', { ...params, name });
  });
  return joinWords(said, texts.language);
}

/** The changes that a refusal came with, as the server tells them. */
function changesTold(told: Wire | undefined): readonly ChangeSince[] {
  return Array.isArray(told) ? (told as unknown as readonly ChangeSince[]) : []; // what `sinceThen` of the server wrote
}
