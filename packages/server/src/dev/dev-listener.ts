import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { readableForBrowsers } from '../http/pages/readable-address.ts';
import { refuseUnreadable } from '../http/refuse-unreadable.ts';
import { listenFailure } from '../start/start-server.ts';
import type { Announcements } from './announcements.ts';
import { devClient, emptyPage } from './dev-pages.ts';

/** The one listener in front of every version of an application. */
export interface DevListener {
  readonly address: string;
  close(): Promise<void>;
}

/** Listens, and passes each request to the version that is served at that moment. */
export async function openDevListener(
  place: { readonly host: string; readonly port: number },
  announcements: Announcements,
  current: () => FastifyInstance | null,
): Promise<DevListener> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0];
    if (path === '/_/dev/events') return announcements.listen(request, response);
    if (path === '/_/dev/client.js') return sendClient(response);
    const app = current();
    if (app === null) return sendEmpty(request, response);
    request.url = readableForBrowsers(request); // as each version does where it listens itself
    return app.routing(request, response);
  });
  server.on('clientError', refuseUnreadable);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(listenFailure(cause, place.host, place.port)));
    server.listen(place.port, place.host, resolve);
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : place.port;
  const host = place.host.includes(':') ? `[${place.host}]` : place.host;
  return {
    address: `http://${host}:${String(port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendClient(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' });
  response.end(devClient());
}

function sendEmpty(request: IncomingMessage, response: ServerResponse): void {
  const language = /^ja\b/.test(request.headers['accept-language'] ?? '') ? 'ja' : 'en';
  response.writeHead(503, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src-attr 'unsafe-inline'",
  });
  response.end(emptyPage('Ninefold', language));
}
