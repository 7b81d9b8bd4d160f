import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import { fastify } from 'fastify';
import { NO_SCHEMAS } from '../service/no-schemas.ts';
import type { Dsn } from '../../intake/dsn.ts';
import type { Tiles } from '../service/tiles.ts';

/** Pages bring a policy of their own; everything else may load nothing at all. */
const SECURITY: FastifyHelmetOptions = {
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

/**
 * What of these browsers read of documents and workers only. A script or a style sheet that a page loads goes without: it is
 * neither, and opened by itself it is text. A picture is a document where it is opened, and SVG has scripts.
 */
export const OF_DOCUMENTS: readonly string[] = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** What every answer carries, worked out once: helmet writes the same for each. */
export async function securityHeaders(): Promise<Readonly<Record<string, string>>> {
  const app = fastify({ schemaController: NO_SCHEMAS });
  await app.register(helmet, SECURITY);
  app.get('/', (_request, reply) => {
    const written = Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)] as const);
    return reply.send(Object.fromEntries(written));
  });
  const answer = await app.inject('/');
  await app.close();
  return answer.json();
}

/** The other servers that a page may reach. */
interface Others {
  /** Gets its errors. */
  readonly elsewhere: Dsn | null;
  /** Has the pictures of its maps. */
  readonly tiles: Pick<Tiles, 'origin'> | null;
}

/** The content security policy of a page whose styles carry this nonce. `inlined`: the hashes of the scripts that stand in it. */
export function pagePolicy(nonce: string, { elsewhere, tiles }: Others, inlined: readonly string[]): string {
  const connect = elsewhere ? `'self' ${elsewhere.origin}` : "'self'";
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inlined].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...(tiles === null ? [] : [tiles.origin])].join(' '),
    "font-src 'self' data:",
    `connect-src ${connect}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
