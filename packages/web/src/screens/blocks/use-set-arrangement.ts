import type { Arrangement } from '@ninefold/model';
import { useDispatch, useStore } from 'react-redux';
import { usePaused } from '../../base/calls/use-paused.ts';
import { changeLists, useSetArrangementMutation } from '../../base/calls/view-api.ts';
import type { AppDispatch } from '../../base/store/store.ts';

/** Arranges the blocks of a screen at once and keeps that for the person; null: as they are written. */
export function useSetArrangement(screen: string): (arrangement: Arrangement | null) => void {
  const store = useStore();
  const dispatch = useDispatch<AppDispatch>();
  const [send] = useSetArrangementMutation();
  const paused = usePaused();
  return (arrangement) => {
    dispatch(
      changeLists(store.getState, (lists) => {
        const { [screen]: _, ...others } = lists.arrangements;
        return { ...lists, arrangements: arrangement === null ? others : { ...others, [screen]: arrangement } };
      }),
    );
    paused(() => void send({ screen, arrangement }));
  };
}
