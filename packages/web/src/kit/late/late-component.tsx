import { useEffect, useState, type ReactNode } from 'react';
import { arrivalOf } from '../../base/late-code/arrival.ts';
import { lateCode } from '../../base/late-code/late-code.ts';

type Component<P> = (props: P) => ReactNode;

const Nothing = (): null => null;

/**
 * A component whose code comes when it is first drawn; until then `Instead` stands there. It does not suspend: React keeps what has
 * suspended out of sight for 300 ms, however soon the code comes. Code that does not come is thrown where it is drawn, and asked for
 * again when that place is drawn anew, or, without a connection, once that is back.
 */
export function lateComponent<P extends object>(
  load: () => Promise<Component<P>>,
  Instead: Component<P> = Nothing,
): Component<P> {
  const { here, arrive } = arrivalOf(() => lateCode(load));
  return function Late(props: P): ReactNode {
    const [View, setView] = useState(here);
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    useEffect(() => {
      if (View !== null) return undefined;
      let isGone = false;
      const failed = (error: unknown): void => {
        if (isGone) return;
        if (navigator.onLine) setFailure({ error });
        else addEventListener('online', ask, { once: true });
      };
      const ask = (): void => void arrive().then((code) => isGone || setView(() => code), failed);
      ask();
      return () => {
        isGone = true;
        removeEventListener('online', ask);
      };
    }, [View]);
    if (failure !== null) throw failure.error;
    return View === null ? <Instead {...props} /> : <View {...props} />;
  };
}
