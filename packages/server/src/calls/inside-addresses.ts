import { BlockList, isIP } from 'node:net';
import { StartFailure } from '../start-failure.ts';

/** Networks that are no part of the internet: of one machine, one house, one provider, or of nobody. */
const INSIDE: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Of IPv6 only what is given to the internet (2000::/3) is outside, and of that not what stands for an address of IPv4 or for examples. */
const OUTSIDE_6 = ['2000::', 3] as const;
const INSIDE_6: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const inside = listOf([...INSIDE, ...INSIDE_6]);
const outside6 = listOf([OUTSIDE_6]);

function listOf(networks: readonly (readonly [network: string, bits: number])[]): BlockList {
  const list = new BlockList();
  for (const [network, bits] of networks) list.addSubnet(network, bits, familyOf(network));
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** The address of IPv4 that stands in one of IPv6 (`::ffff:10.0.0.1`), else the address itself. */
function plain(address: string): string {
  const [bare = ''] = address.split('%');
  const dotted = /^::(?:ffff:(?:0:)?)?(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (dotted !== undefined) return dotted;
  const [, high, low] = /^::ffff:(?:0:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(bare) ?? [];
  if (high === undefined || low === undefined) return bare;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join('.');
}

/** Whether an address is one of the inside network. What is no address counts as one. */
export function isInside(address: string): boolean {
  const known = plain(address);
  const family = isIP(known);
  if (family === 4) return inside.check(known, 'ipv4');
  return family !== 6 || !outside6.check(known, 'ipv6') || inside.check(known, 'ipv6');
}

/** Whether a name is one of the inside network, whatever it resolves to: it has no dot, or ends in what no public name ends in. */
export function isInsideName(name: string): boolean {
  const bare = name.toLowerCase().replace(/\.$/, '');
  return !bare.includes('.') || /\.(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/.test(bare);
}

/** Addresses of the inside network that outgoing calls may reach, since the operator says so. */
export interface AllowedInside {
  has(address: string): boolean;
}

/**
 * Reads `--calls-inside`: addresses and networks (`10.20.0.0/16`), separated by commas. Null is none. Throws a `StartFailure` for
 * everything else, and for a network that is the whole world.
 */
export function allowedInside(text: string | null): AllowedInside {
  const items = (text ?? '').split(/[\s,]+/).filter((item) => item !== '');
  const list = new BlockList();
  for (const item of items) {
    const [address = '', bits, ...more] = item.split('/');
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : 0;
    if (family === 0 || more.length > 0 || length < 1 || length > most)
      throw new StartFailure('calls_inside', { text: item });
    list.addSubnet(address, length, familyOf(address));
  }
  return {
    has: (address) => {
      const known = plain(address);
      return isIP(known) !== 0 && list.check(known, familyOf(known));
    },
  };
}

/** An address that may be called: one outside, or one inside that the operator allows. A name of the inside network never leads outside. */
export function isOpen(address: string, isInnerName: boolean, allowed: AllowedInside): boolean {
  return allowed.has(address) || !(isInnerName || isInside(address));
}
