import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Dsn } from '../intake/dsn.ts';

/** What every answer carries. Pages bring a policy of their own; everything else may load nothing at all. */
export const SECURITY_HEADERS: FastifyHelmetOptions = {
  global: true,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false,
};

/** The content security policy of a page whose styles carry this nonce. */
export function pagePolicy(nonce: string, elsewhere: Dsn | null): string {
  const connect = elsewhere ? `'self' ${elsewhere.origin}` : "'self'";
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src ${connect}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
