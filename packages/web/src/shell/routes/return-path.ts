import { withVisitLanguage } from '../../base/texts/visit-language.ts';

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
