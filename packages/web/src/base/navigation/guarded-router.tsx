import { createContext, startTransition, useLayoutEffect, useState, type ReactNode } from 'react';
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';
import { guardedHistory, type GuardedHistory } from './guarded-history.ts';
import { useScrollPlaces } from './scroll-places.ts';

/** The history of the page, for what has unsaved changes. */
export const HistoryContext = createContext<GuardedHistory | null>(null);

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
