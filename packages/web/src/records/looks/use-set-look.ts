import type { ListLook } from '@ninefold/model';
import { useEffect, useRef } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { changeLists, useSetLookMutation } from '../../base/calls/view-api.ts';
import type { AppDispatch } from '../../base/store/store.ts';

/** So long nobody has changed anything before it is sent. */
const PAUSE_MS = 300;

/** Shows a look at once and keeps it for the person; null forgets it. */
export function useSetLook(of: string): (look: ListLook | null) => void {
  const store = useStore();
  const dispatch = useDispatch<AppDispatch>();
  const [send] = useSetLookMutation();
  const waits = useRef<{ timer: number; send: (() => void) | null }>({ timer: 0, send: null });
  useEffect(() => {
    const { current } = waits;
    return () => current.send?.();
  }, []);
  return (look) => {
    const { current } = waits;
    dispatch(
      changeLists(store.getState, (lists) => {
        const { [of]: _, ...others } = lists.looks;
        return { ...lists, looks: look === null ? others : { ...others, [of]: look } };
      }),
    );
    clearTimeout(current.timer);
    current.send = () => {
      current.send = null;
      void send({ of, look });
    };
    current.timer = window.setTimeout(() => current.send?.(), PAUSE_MS);
  };
}
