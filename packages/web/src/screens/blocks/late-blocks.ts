import { Loading } from '../../kit/messages/loading.tsx';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

/** See `ArrangeMenu`. */
export const LateArrangeMenu = lateComponent(
  withLateTexts(async () => (await import('./arrange-menu.tsx')).ArrangeMenu),
);

/** See `AllHidden`. */
export const LateAllHidden = lateComponent(withLateTexts(async () => (await import('./arrange-menu.tsx')).AllHidden));

/** See `Trend`. Nothing stands in its place until it is there. */
export const LateTrend = lateComponent(
  withLateTexts(async () => (await import('./trend.tsx')).Trend),
  () => null,
);

/** See `GroupedBlockView`. */
export const LateGroupedBlock = lateComponent(
  withLateTexts(async () => (await import('./grouped-block.tsx')).GroupedBlockView),
  Loading,
);
