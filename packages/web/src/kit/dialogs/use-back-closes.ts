import { use, useEffect, useRef } from 'react';
import { HistoryContext } from '../../base/navigation/guarded-router.tsx';

/** Lets Back close what covers the page, as it does on a phone, instead of changing the page under it. */
export function useBackCloses(opened: boolean, close: () => void): void {
  const history = use(HistoryContext);
  const latest = useRef(close);
  useEffect(() => void (latest.current = close));
  useEffect(() => (opened ? history?.cover(() => latest.current()) : undefined), [history, opened]);
}
