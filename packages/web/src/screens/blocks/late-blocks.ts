import { lazy } from 'react';
import { loadLateTexts } from '../../base/texts/i18n.ts';
import { lateCode } from '../../kit/dialogs/late-code.ts';

/** The code and the texts of charts and tables come when the first of them is shown. */
function withTexts<T>(load: () => Promise<T>): Promise<T> {
  return lateCode(async () => (await Promise.all([load(), loadLateTexts()]))[0]);
}

/** See `GroupedBlockView`. */
export const LateGroupedBlock = lazy(async () => ({
  default: (await withTexts(() => import('./grouped-block.tsx'))).GroupedBlockView,
}));
