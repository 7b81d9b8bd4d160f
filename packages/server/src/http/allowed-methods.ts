import type { Route } from './route.ts';

/** The methods that some address answers to, HEAD and OPTIONS among them; none where the address is unknown. */
export function createAllowedMethods(routes: readonly Route[]): (path: string) => readonly string[] {
  const patterns = routes.map(({ method, url }) => ({ method, pattern: patternOf(url) }));
  return (path) => {
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method as string);
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
