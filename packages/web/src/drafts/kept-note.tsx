import { useFormat } from '../format/use-format.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { Keeper } from './use-keeper.ts';

/** Says beside the buttons of a form since when what was typed is kept. */
export function KeptNote({ keeper }: { readonly keeper: Keeper }) {
  const { t } = useTexts();
  const format = useFormat();
  if (keeper.refused) return <span data-nf-draft-refused>{t('draft.refused')}</span>;
  if (keeper.keptAt === null) return null;
  return <span data-nf-draft-kept>{t('draft.kept', { time: format.time(keeper.keptAt) })}</span>;
}
