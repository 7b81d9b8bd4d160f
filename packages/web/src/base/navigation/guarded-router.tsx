import {
  createContext,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';
import { guardedHistory, type Guard, type GuardedHistory } from './guarded-history.ts';
import { useScrollPlaces } from './scroll-places.ts';

const HistoryContext = createContext<GuardedHistory | null>(null);

/**
 * The router of the browser's addresses, with places of scrolling, in which unsaved changes hold the reader up. The data router of
 * the library has both, and comes with loaders and actions, which nothing here has.
 */
export function GuardedRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(() => guardedHistory(createBrowserHistory({ v5Compat: true })));
  const [{ location, way }, setShown] = useState(history.now);
  const notePlace = useScrollPlaces(location);
  useLayoutEffect(
    () =>
      history.listen((shown) => {
        notePlace();
        startTransition(() => setShown(shown));
      }),
    [history, notePlace],
  );
  return (
    <HistoryContext value={history}>
      <Router location={location} navigationType={way} navigator={history}>
        {children}
      </Router>
    </HistoryContext>
  );
}

/** Who is held up, and what they may choose. */
export interface Leave {
  readonly isHeldUp: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
  /** Saves all that is unsaved on the page, and leaves where all of it was saved. */
  readonly saveAll: () => Promise<void>;
  /** Discards all that is unsaved on the page, and leaves. */
  readonly discardAll: () => void;
}

/** Holds the reader up before they leave for another path, while `when` holds. */
export function useLeave(when: boolean, { save, discard }: Pick<Guard, 'save' | 'discard'>): Leave {
  const history = use(HistoryContext);
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  const latest = useRef({ save, discard });
  useEffect(() => void (latest.current = { save, discard }));
  useEffect(() => {
    if (!when || history === null) return undefined;
    return history.guard({
      ask: (next) => setGoOn(() => next),
      save: () => latest.current.save(),
      discard: () => latest.current.discard(),
    });
  }, [history, when]);
  const stay = (): void => setGoOn(null);
  const leave = (): void => {
    stay();
    goOn?.();
  };
  const saveAll = async (): Promise<void> => ((await history?.saveAll()) === true ? leave() : stay());
  const discardAll = (): void => {
    history?.discardAll();
    leave();
  };
  return { isHeldUp: goOn !== null, stay, leave, saveAll, discardAll };
}
