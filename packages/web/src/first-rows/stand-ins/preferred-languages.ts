import { useContext } from 'react';
import { PlaceContext } from '../reader-place.ts';

/** The languages that the browser asks for. */
export function usePreferredLanguages(): readonly string[] {
  return useContext(PlaceContext).preferred;
}
