import type { CSSProperties } from 'react';
import { layoutsOf, type ListScreen } from '@ninefold/model';
import type { ListExtrasProps } from './list-extras.tsx';
import { PEEK } from '../peek/peek-param.ts';
import styles from './list.module.css';
import { firstTouch } from '../../base/late-code/first-touch.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

const ListExtras = lateComponent(async () => (await import('./list-extras.tsx')).ListExtras);

/** A record that the address names is shown at once. */
const ListGestures = lateComponent(async () => {
  if (!new URLSearchParams(window.location.search).has(PEEK)) await firstTouch();
  return withLateTexts(async () => (await import('./list-gestures.tsx')).ListGestures)();
});

/** The room of the choice among the layouts on a phone, where it stands in a line of buttons, until it comes. */
export function LayoutRoom({ screen }: { readonly screen: ListScreen | null }) {
  const layouts = screen === null ? 0 : layoutsOf(screen).length;
  return layouts > 1 && <span className={styles['layouts']} style={{ '--nf-layouts': layouts } as CSSProperties} />; // React's type knows no custom property
}

/** The choice among the layouts of a list. */
export const LayoutSwitch = lateComponent(async () => (await import('./list-extras.tsx')).LayoutSwitch, LayoutRoom);

/** The place above a list for what comes after its first rows. */
export function LateExtras({ isLate, ...props }: ListExtrasProps & { readonly isLate: boolean }) {
  return (
    <div className={styles['extras']}>
      {isLate && <ListExtras {...props} />}
      {isLate && <ListGestures entity={props.entity} columns={props.columns} />}
    </div>
  );
}
