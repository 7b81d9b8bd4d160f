import { isIPv6 } from 'node:net';

/** How many of the eight groups of an IPv6 address name the network: one customer usually has all addresses behind them. */
const GROUPS = 4;

/** What attempts from one network address are counted by: an IPv4 address itself, of an IPv6 address its network (/64). */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = groupsOf(head);
  const missing = tail === undefined ? 0 : 8 - before.length - groupsOf(tail).length;
  const all = [...before, ...Array.from({ length: missing }, () => '0'), ...groupsOf(tail ?? '')];
  return `${all
    .slice(0, GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** The groups of a part of an address; an IPv4 address at the end stands for two. */
function groupsOf(part: string): readonly string[] {
  return part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? [group, group] : [group]));
}
