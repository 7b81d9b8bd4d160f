import type { ReactNode } from 'react';

type Component<P> = (props: P) => ReactNode;

const Nothing = (): null => null;

/** What comes late stands aside: the application brings it. */
export function lateComponent<P extends object>(
  _load: () => Promise<Component<P>>,
  Instead: Component<P> = Nothing,
): Component<P> {
  return Instead;
}
