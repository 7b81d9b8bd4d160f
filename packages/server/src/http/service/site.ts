import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../accounts/demo-sign-in.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** Where people reach a server, and which proxies in front of it are believed. */
export interface Site {
  /** The origin by which browsers reach the application; null: whatever a request says. */
  readonly publicUrl: URL | null;
  readonly trusted: TrustedProxies;
  /** Whether the browser speaks https, to this server or to a proxy in front of it. */
  isSecure(request: FastifyRequest): boolean;
  /** Scheme and host by which the browser reaches the application: `https://desk.example.com`. */
  originOf(request: FastifyRequest): string;
  /** Tells the operator once that requests come through a proxy which is not believed. */
  notice(request: FastifyRequest): void;
}

/** What an operator said of the place of a server. */
export interface Placed {
  readonly publicUrl: URL | null;
  readonly trusted: TrustedProxies;
}

/**
 * A server at its place. Of a proxy on this very machine that nobody named, only the scheme is believed: whoever forges that
 * changes the names of their own cookies.
 */
export function createSite({ publicUrl, trusted }: Placed, log: (line: string) => void): Site {
  let noticed = publicUrl !== null && trusted !== false;
  const isSecure: Site['isSecure'] = (request) => {
    if (publicUrl !== null) return publicUrl.protocol === 'https:';
    if (request.protocol === 'https') return true;
    const sent = String(request.headers['x-forwarded-proto'] ?? '');
    return trusted === false && sent.split(',').at(-1)?.trim() === 'https' && isLoopback(peerOf(request));
  };
  return {
    publicUrl,
    trusted,
    isSecure,
    originOf: (request) => {
      if (publicUrl !== null) return publicUrl.origin;
      const origin = `${isSecure(request) ? 'https' : 'http'}://${request.host}`;
      return URL.canParse(origin) ? origin : 'http://localhost';
    },
    notice: (request) => {
      if (noticed || trusted !== false || request.headers['x-forwarded-for'] === undefined) return;
      noticed = true;
      const peer = peerOf(request);
      log(
        `Requests from ${peer} carry X-Forwarded-For. It is not believed, so everybody behind ${peer} counts as one address. ` +
          `If a proxy of yours runs there, start with --trust-proxy ${peer} (see "Behind a proxy" in the guide).`,
      );
    },
  };
}

/** The address at the other end of the connection. */
export function peerOf({ raw }: FastifyRequest): string {
  return (raw.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d)/, '');
}
