import { createContext } from 'react';

/** What the components that draw the first rows would ask of a browser. */
export interface ReaderPlace {
  /** The address of the page. */
  readonly pathname: string;
  readonly search: string;
  /** The languages of the browser, most wanted first. */
  readonly preferred: readonly string[];
  /** RFC 3339 UTC. */
  readonly now: string;
}

export const PlaceContext = createContext<ReaderPlace>({ pathname: '/', search: '', preferred: [], now: '' });
