import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { addressOf } from '../records/calls/address.ts';
import { isInsideName, isOpen, type AllowedInside } from './inside-addresses.ts';

/** Who asks waits no longer for a name server. */
const LOOK_MS = 3000;

/**
 * Whether an address is one of the inside network, as calls to it are refused: by its name, or by one of the addresses to which the name
 * resolves now. A name that resolves to nothing, or not in time, counts by itself: what it leads to later is asked at each call.
 */
export async function leadsInside(url: string, allowed: AllowedInside): Promise<boolean> {
  const host = addressOf(url)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (isIP(host) !== 0) return !isOpen(host, false, allowed);
  const isInnerName = isInsideName(host);
  const found = await Promise.race([
    lookup(host, { all: true }).catch(() => []),
    setTimeout(LOOK_MS, [], { ref: false }),
  ]);
  return found.length === 0 ? isInnerName : found.some(({ address }) => !isOpen(address, isInnerName, allowed));
}
