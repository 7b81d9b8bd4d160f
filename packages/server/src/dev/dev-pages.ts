import { readFileSync } from 'node:fs';
import type { BuiltPage, BuiltWeb } from '../http/service/built-web.ts';

const CLIENT = new URL(import.meta.resolve('@ninefold/server/assets/dev-client.js'));
const TAG = '<script src="/_/dev/client.js" defer></script>';

/** The script that every page carries under `ninefold dev`. */
export function devClient(): Buffer {
  return readFileSync(CLIENT);
}

/** The built web application, its pages with the script in them. */
export function withDevClient(web: BuiltWeb): BuiltWeb {
  return {
    get state() {
      return web.state;
    },
    get pages() {
      if (web.pages === null) return null;
      const { application, signIn } = web.pages;
      return { application: withTag(application), signIn: withTag(signIn) };
    },
    get preloads() {
      return web.preloads;
    },
    get drawFirstRows() {
      return web.drawFirstRows;
    },
    file: (path) => web.file(path),
    built: (dist) => web.built(dist),
  };
}

function withTag(page: BuiltPage): BuiltPage {
  return { ...page, text: page.text.replace('</head>', `${TAG}</head>`) };
}

/** The page while no specification could be read yet. */
export function emptyPage(title: string, language: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${TAG}</head><body></body></html>`;
}
