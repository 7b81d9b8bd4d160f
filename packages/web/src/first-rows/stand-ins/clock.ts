import { useContext } from 'react';
import { PlaceContext } from '../reader-place.ts';

/** The instant at which the rows are drawn. */
export function useNow(): string {
  return useContext(PlaceContext).now;
}
