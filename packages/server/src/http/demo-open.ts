import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../accounts/demo-door.ts';
import type { Service } from './service.ts';

/**
 * Whether one-click sign-in is open to this request: sent from this machine, to this machine. What a proxy says of the
 * host may close the door and never open it, since any page can write such a header.
 */
export function isDemoOpen({ demo }: Service, { hostname, headers, ip }: FastifyRequest): boolean {
  const address = `http://${headers.host ?? ''}`;
  const asked = URL.canParse(address) ? new URL(address).hostname : '';
  return demo && [asked, hostname, ip.replace(/^::ffff:/, '')].every(isLoopback);
}
