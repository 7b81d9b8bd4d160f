import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { Autosave } from './use-autosave.ts';

/** Says beside the buttons of a form when its values were last stored in the browser. */
export function AutosaveNote({ autosave }: { readonly autosave: Autosave }) {
  const { t } = useTexts();
  const format = useFormat();
  if (autosave.refused) return <span data-nf-draft-refused>{t(`draft.refused.${autosave.refused}`)}</span>;
  if (autosave.storedAt === null) return null;
  return <span data-nf-draft-kept>{t('draft.kept', { time: format.time(autosave.storedAt) })}</span>;
}
