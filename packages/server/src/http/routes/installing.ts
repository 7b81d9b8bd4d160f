import { readFileSync } from 'node:fs';
import { directionOf } from '@ninefold/model';
import { nameIn } from '../../locales/application-name.ts';
import { ASKED_AGAIN } from '../answers/send-answer.ts';
import { sendOffline } from '../pages/page.ts';
import { languageOf } from '../service/language.ts';
import { openRoute, type Call, type Route } from '../service/route.ts';

const WORKER = readFileSync(new URL(import.meta.resolve('@ninefold/server/assets/worker.js')));

/** The colours of the top bar and of the page while it starts, in the light theme: a manifest knows one of each. */
const COLOURS = { theme_color: '#1D5BD6', background_color: '#FFFFFF' };

const ICONS = [
  { src: '/_/web/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/_/web/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/_/web/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** What a system needs to put the application among its own (W3C Web Application Manifest), its name in the reader's language. */
async function manifest({ service, request, reply }: Call): Promise<string> {
  const language = languageOf(service, request);
  const name = nameIn(service.application, language);
  reply.type('application/manifest+json; charset=utf-8').header('cache-control', ASKED_AGAIN);
  return JSON.stringify({
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    name,
    short_name: name,
    lang: language,
    dir: directionOf(language),
    ...COLOURS,
    icons: ICONS,
  });
}

/** The service worker. Its address lies below `/_/`, and it looks after every page. It may call this server alone. */
async function worker({ reply }: Call): Promise<string> {
  reply.type('text/javascript; charset=utf-8').headers({
    'cache-control': ASKED_AGAIN,
    'service-worker-allowed': '/',
    'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  });
  return WORKER.toString();
}

/** What a browser needs to install the application: the manifest, the service worker, and the page that the worker shows without a connection. */
export const INSTALL_ROUTES: readonly Route[] = [
  openRoute('GET', '/_/manifest.webmanifest', manifest),
  openRoute('GET', '/_/worker.js', worker),
  openRoute('GET', '/_/offline', async ({ service, request, reply }) => sendOffline(service, request, reply)),
];
