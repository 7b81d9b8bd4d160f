import type { Route } from './service/route.ts';

/**
 * The methods that some address answers to, HEAD and OPTIONS among them; none where the address is unknown. An address that
 * is written out is not taken for one with a parameter in that place.
 */
export function createAllowedMethods(routes: readonly Route[]): (path: string) => readonly string[] {
  const patterns = routes.map(({ method, url }) => ({
    method,
    pattern: patternOf(url),
    open: url.split(/[:*]/).length,
  }));
  return (path) => {
    const fitting = patterns.filter(({ pattern }) => pattern.test(path));
    const least = Math.min(...fitting.map(({ open }) => open));
    const methods = fitting.filter(({ open }) => open === least).map(({ method }) => method);
    if (methods.length === 0) return [];
    const all = methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS'];
    return [...new Set(all)].sort();
  };
}

function patternOf(url: string): RegExp {
  const source = url
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/:\w+/g, '[^/]+')
    .replaceAll('*', '.*');
  return new RegExp(`^${source}$`);
}
