import { useTexts } from '../texts/use-texts.ts';
import type { BulkAction } from './actions.ts';

/** The verb of an action, as its button says it. */
export function useVerb(entity: string): (action: BulkAction) => string {
  const texts = useTexts();
  return (action) =>
    action.kind === 'transition' ? texts.transition(entity, action.transition.id) : texts.t(`bulk.${action.kind}`);
}
