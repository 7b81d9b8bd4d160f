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

/** The paths that have the form of a one-time link and are pages of a signed-in reader. */
const STEPS: ReadonlySet<string> = new Set(['check', 'data', 'done']);

/** Whether `path` is that of a link which opens for everybody: `/_/setup/<token>`, and `/_/stop/<token>` of a mail. */
export function isOpenLink(path: string): boolean {
  if (/^\/_\/stop\/[^/]+$/.test(path)) return true;
  const [, token] = /^\/_\/setup\/([^/]+)(?:\/administrator)?$/.exec(path) ?? [];
  return token !== undefined && !STEPS.has(token);
}
