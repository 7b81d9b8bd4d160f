import { isIP } from 'node:net';

/** How many of the eight groups of an IPv6 address name the network of one customer: the rest they choose as they like. */
const OWN_GROUPS = 4;

/**
 * What limits by address count: the address of the client as the proxies that are believed tell it, of IPv6 its network of 64
 * bits. A port that a proxy wrote with it is left out.
 */
export function countedAddress(ip: string): string {
  const bare = isIP(ip) === 0 ? ip.replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2') : ip;
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  return isIP(bare) === 6 ? networkOf(bare) : bare;
}

function networkOf(address: string): string {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`); // in its one short form
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return `${groups.slice(0, OWN_GROUPS).join(':')}::/64`;
}
