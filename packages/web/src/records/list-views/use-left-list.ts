import { useEffect } from 'react';
import { useFormat } from '../../base/format/use-format.ts';
import { useMe } from '../../base/model/use-model.ts';
import { keepLeft, leftToday, queryToKeep } from './left-list.ts';
import type { ListAddress } from '../filters/use-list-state.ts';

/**
 * Keeps how the reader leaves a list, so that the menu leads back to it on the same day. A list that could not be read is not kept: its
 * `outcome` is `refused` where the server has refused what the address asks for, as after a change of the specification.
 */
export function useLeftList(
  screen: string,
  { state, origin, view, defaults }: Pick<ListAddress, 'state' | 'origin' | 'view' | 'defaults'>,
  outcome: 'read' | 'refused' | null,
): void {
  const userId = useMe().id;
  const { timeZone } = useFormat();
  const query = queryToKeep(state, origin, defaults);
  useEffect(() => {
    if (outcome === null) return;
    const left = { userId, of: view?.id ?? screen, day: leftToday(timeZone) };
    keepLeft(localStorage, left, outcome === 'read' ? query : '');
  }, [userId, view, screen, query, outcome, timeZone]);
}
