import type { IncomingMessage } from 'node:http';

/**
 * The address of a request. One whose path has a percent sign that encodes nothing (`/%`, `/%E0%A4`) cannot be routed: for
 * a browser that asks for a page the sign stands for itself, so that the request goes the way of every address that no page
 * has. Programs are told that their request is malformed.
 */
export function readableForBrowsers({ url = '/', method, headers }: IncomingMessage): string {
  const asksForPage = (method === 'GET' || method === 'HEAD') && /text\/html/.test(headers.accept ?? '');
  const [path = '/'] = url.split('?');
  if (!asksForPage || decoded(path) !== null) return url;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}

/** Null where it cannot be decoded. The value is returned: a bundler drops a call whose value nobody takes. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
