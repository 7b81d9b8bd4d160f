import type { ListLook } from '@ninefold/model';
import { useDispatch, useStore } from 'react-redux';
import { usePaused } from '../../base/calls/use-paused.ts';
import { changeLists, useSetLookMutation } from '../../base/calls/view-api.ts';
import type { AppDispatch } from '../../base/store/store.ts';

/** Shows a look at once and keeps it for the person; null forgets it. */
export function useSetLook(of: string): (look: ListLook | null) => void {
  const store = useStore();
  const dispatch = useDispatch<AppDispatch>();
  const [send] = useSetLookMutation();
  const paused = usePaused();
  return (look) => {
    dispatch(
      changeLists(store.getState, (lists) => {
        const { [of]: _, ...others } = lists.looks;
        return { ...lists, looks: look === null ? others : { ...others, [of]: look } };
      }),
    );
    paused(() => void send({ of, look }));
  };
}
