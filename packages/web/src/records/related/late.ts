import { withLateTexts } from '../../base/texts/with-late-texts.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';

/** See `Attach`. */
export const LateAttach = lateComponent(withLateTexts(async () => (await import('./attach.tsx')).Attach));

/** See `Detach`. */
export const LateDetach = lateComponent(withLateTexts(async () => (await import('./detach.tsx')).Detach));

/** See `Linking`. */
export const LateLinking = lateComponent(withLateTexts(async () => (await import('./linking.tsx')).Linking));
