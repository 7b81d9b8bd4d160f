import { isIP } from 'node:net';
import { StartFailure } from '../../start-failure.ts';

/** Proxies whose forwarding headers are believed: none, addresses and networks, or so many hops in front of the server. */
export type TrustedProxies = false | readonly string[] | number;

const NAMED: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);
const MOST_HOPS = 9;

/**
 * Reads `--trust-proxy`: addresses, networks (`10.0.0.0/8`) and `loopback`, `linklocal`, `uniquelocal`, separated by commas; or
 * one number from 1 to 9. Null is none. Throws a `StartFailure` for everything else, and for a network that is the whole world.
 */
export function trustedProxies(text: string | null): TrustedProxies {
  if (text === null) return false;
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    if (hops >= 1 && hops <= MOST_HOPS) return hops;
    throw new StartFailure('trust_proxy', { text });
  }
  const items = text.split(/[\s,]+/).filter((item) => item !== '');
  if (items.length === 0 || !items.every(isPlace)) throw new StartFailure('trust_proxy', { text });
  return items;
}

function isPlace(item: string): boolean {
  if (NAMED.has(item)) return true;
  const [address = '', prefix, ...more] = item.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}

/** Reads `--public-url`, the origin by which browsers reach the application. Throws a `StartFailure` where it is none. */
export function publicUrl(text: string | null): URL | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && `${url.origin}/` === url.href && /^https?:$/.test(url.protocol);
  if (!isOrigin) throw new StartFailure('public_url', { text });
  return url;
}
