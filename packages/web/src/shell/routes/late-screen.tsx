import { lazy, useState, type ComponentType, type ReactElement } from 'react';
import { arrivalOf } from '../../base/late-code/arrival.ts';

/** A screen whose code comes when it is shown. */
export interface LateScreen<P> {
  (props: P): ReactElement;
  /** Loads the code before the screen is shown. */
  load(): Promise<void>;
}

/**
 * A screen with the code that `load` brings. It is drawn at once where its code is there: React keeps what has suspended out of sight
 * for 300 ms after the place was first shown empty, however soon the code comes.
 */
export function lateScreen<P extends object>(load: () => Promise<ComponentType<P>>): LateScreen<P> {
  const { here, arrive } = arrivalOf(load);
  const Late = lazy(async () => ({ default: await arrive() }));
  function Screen(props: P): ReactElement {
    const [View] = useState<ComponentType<P>>(() => here() ?? Late);
    return <View {...props} />;
  }
  return Object.assign(Screen, { load: async () => void (await arrive()) });
}
