import { Loading } from '../../kit/messages/loading.tsx';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

/** See `GroupedBlockView`. */
export const LateGroupedBlock = lateComponent(
  withLateTexts(async () => (await import('./grouped-block.tsx')).GroupedBlockView),
  Loading,
);
