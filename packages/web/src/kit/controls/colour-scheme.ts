import { useSyncExternalStore } from 'react';

const SCHEMES = ['auto', 'light', 'dark'] as const;

/** Light, dark, or as the system says. */
export type ColourScheme = (typeof SCHEMES)[number];

/** Where a browser keeps the choice, for every page of it. */
const KEY = 'mantine-color-scheme-value';

function stored(): ColourScheme {
  try {
    const value = localStorage.getItem(KEY);
    return SCHEMES.find((scheme) => scheme === value) ?? 'auto';
  } catch {
    return 'auto'; // a browser that lets no page store anything
  }
}

let chosen = stored();
const listeners = new Set<(scheme: ColourScheme) => void>();

function become(scheme: ColourScheme): void {
  if (scheme === chosen) return;
  chosen = scheme;
  listeners.forEach((listener) => listener(scheme));
}

/** Shows a scheme and keeps it for the next visits. */
export function chooseColourScheme(scheme: ColourScheme): void {
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // This page shows it all the same.
  }
  become(scheme);
}

/** Calls back when another scheme is chosen, on this page or another one, until the answer is called. */
function onColourScheme(changed: (scheme: ColourScheme) => void): () => void {
  const follow = ({ key }: StorageEvent): void => {
    if (key === KEY) become(stored());
  };
  window.addEventListener('storage', follow);
  listeners.add(changed);
  return () => {
    window.removeEventListener('storage', follow);
    listeners.delete(changed);
  };
}

const chosenNow = (): ColourScheme => chosen;

export function useColourScheme(): ColourScheme {
  return useSyncExternalStore(onColourScheme, chosenNow);
}

let stop = (): void => undefined;

/** The same choice as the provider of Mantine wants it. */
export const colourSchemeManager = {
  get: chosenNow,
  set: chooseColourScheme,
  subscribe: (changed: (scheme: ColourScheme) => void): void => {
    stop = onColourScheme(changed);
  },
  unsubscribe: (): void => stop(),
  clear: (): void => chooseColourScheme('auto'),
};

/** Writes the scheme to the page and follows it there, where no provider of Mantine does. */
export function paintColourScheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const paint = (): void => {
    const shown = chosen === 'auto' ? (dark.matches ? 'dark' : 'light') : chosen;
    document.documentElement.dataset['mantineColorScheme'] = shown;
  };
  paint();
  onColourScheme(paint);
  dark.addEventListener('change', paint);
}
