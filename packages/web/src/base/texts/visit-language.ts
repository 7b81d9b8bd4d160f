import { LANGUAGE_PARAMETER } from './detection.ts';

let visit: string | null = null;

/** Remembers the language in the address for this visit. */
export function rememberVisitLanguage(search: string): void {
  visit = new URLSearchParams(search).get(LANGUAGE_PARAMETER);
}

/** Puts the visit's language back into an address that lost it; the same search where nothing is to be done. */
export function withVisitLanguage(search: string): string {
  if (visit === null) return search;
  const parameters = new URLSearchParams(search);
  if (parameters.has(LANGUAGE_PARAMETER)) return search;
  parameters.set(LANGUAGE_PARAMETER, visit);
  return `?${parameters.toString()}`;
}

/** The same of an address that was written down earlier: where the reader chose a permanent language since, it names none. */
export function inVisitLanguage(search: string): string {
  const parameters = new URLSearchParams(search);
  if (visit !== null || !parameters.has(LANGUAGE_PARAMETER)) return withVisitLanguage(search);
  parameters.delete(LANGUAGE_PARAMETER);
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

/** Forgets the language of the visit, because the reader chose a permanent one. */
export function forgetVisitLanguage(): void {
  visit = null;
  const url = new URL(location.href);
  if (!url.searchParams.has(LANGUAGE_PARAMETER)) return;
  url.searchParams.delete(LANGUAGE_PARAMETER);
  history.replaceState(history.state, '', url);
}

/** Keeps `lng` in the shown address after each move inside the application; nothing is stored. */
export function keepVisitLanguage(): void {
  const search = withVisitLanguage(location.search);
  if (search !== location.search) history.replaceState(history.state, '', location.pathname + search + location.hash);
}
