/** The address to go to after signing in: a path of this application, else the home page. */
export function returnPath(search: string): string {
  const next = new URLSearchParams(search).get('next');
  if (next === null || !/^\/(?![/\\])/.test(next) || next.startsWith('/_/sign-in')) return '/';
  return next;
}

/** The sign-in page that leads back to `path`. */
export function signInPath(path: string): string {
  return path === '/' ? '/_/sign-in' : `/_/sign-in?next=${encodeURIComponent(path)}`;
}
