import { inVisitLanguage, withVisitLanguage } from '../../base/texts/visit-language.ts';

/** The address to go to after signing in: a path of this application, else the home of the reader. */
export function returnPath(search: string, home: string): string {
  const next = new URLSearchParams(search).get('next');
  if (next === null || !/^\/(?![/\\])/.test(next) || next.startsWith('/_/sign-in')) return home;
  return next;
}

/** The sign-in page that leads back to `path`, in the language that the address of this visit names. */
export function signInPath(path: string): string {
  const search = withVisitLanguage(path === '/' ? '' : `?next=${encodeURIComponent(path)}`);
  return `/_/sign-in${search}`;
}

/**
 * Where the application is loaded after signing in: the address that was asked for, in the language of this visit. It is
 * whole, since a path may begin with two slashes once its dots are resolved, which alone would name another server.
 */
export function arrivalAddress(search: string, origin: string): string {
  const address = new URL(returnPath(search, '/'), origin);
  if (address.origin !== origin) return `${origin}/`;
  const inLanguage = inVisitLanguage(address.search);
  if (inLanguage !== address.search) address.search = inLanguage;
  return address.href;
}
