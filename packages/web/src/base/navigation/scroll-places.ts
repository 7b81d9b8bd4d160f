import { useCallback, useEffect, useLayoutEffect } from 'react';
import type { Location } from 'react-router';
import { isOver } from './over.ts';

const KEPT = 'nf-scroll-places';

/** How far the pages of this window were scrolled, by the key of their entry in its history, also from before a reload. */
const places = new Map<string, number>();

function readPlaces(): void {
  if (places.size > 0) return;
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as readonly (readonly [string, number])[]; // as it was written below
    kept.forEach(([key, top]) => places.set(key, top));
  } catch {
    // Without storage a reload begins at the top.
  }
}

function writePlaces(): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([...places]));
  } catch {
    // As above.
  }
}

/** The key of an entry. All that were loaded by their address have one key in the router: there the address tells them apart. */
export function placeKey({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>): string {
  return key === 'default' ? `${pathname}${search}` : key;
}

/** What the address names in the page; null: nothing that is there. */
function named({ hash }: Location): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/**
 * Shows each page from its top or from what the address names, and one that the reader comes back to where they left it. What is shown
 * over a page leaves it where it is.
 * The answer is called before a page is left.
 */
export function useScrollPlaces(location: Location): () => void {
  const key = placeKey(location);
  const note = useCallback(() => void places.set(key, window.scrollY), [key]);
  useLayoutEffect(readPlaces, []);
  useLayoutEffect(() => {
    const top = places.get(placeKey(location));
    const target = top === undefined ? named(location) : null;
    if (target === null) window.scrollTo(0, top ?? (isOver(location) ? window.scrollY : 0));
    else target.scrollIntoView();
  }, [location]);
  useEffect(() => {
    const takeOver = (): void => void (window.history.scrollRestoration = 'manual');
    const giveBack = (): void => void (window.history.scrollRestoration = 'auto');
    const keep = (): void => {
      note();
      writePlaces();
      giveBack();
    };
    takeOver();
    window.addEventListener('pageshow', takeOver);
    window.addEventListener('pagehide', keep);
    return () => {
      giveBack();
      window.removeEventListener('pageshow', takeOver);
      window.removeEventListener('pagehide', keep);
    };
  }, [note]);
  return note;
}
