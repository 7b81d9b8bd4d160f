import { createHash } from 'node:crypto';
import en from '../../../locales/en/pages.json' with { type: 'json' };
import ja from '../../../locales/ja/pages.json' with { type: 'json' };

const WORDS = { en, ja } as const;
const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem;color:#1f2933;background:#fff}
body{word-break:auto-phrase;text-wrap:pretty}h1{font-size:1.25rem}a{color:inherit}@media(prefers-color-scheme:dark){body{color:#e5e7eb;background:#111827}}`;

/** What a page says: the web application is being built, could not be built, or has no such address; or the browser has no connection to it. */
export type PlainPage = 'starting' | 'failed' | 'missing' | 'offline';

const LOOKS_AGAIN = "addEventListener('online', () => location.reload());";

/** The script of the page without a connection, as its content security policy names it. */
export const LOOKS_AGAIN_HASH = `'sha256-${createHash('sha256').update(LOOKS_AGAIN).digest('base64')}'`;

/** A page of a few sentences, in the language of the reader or in English. `nonce` is that of its content security policy. */
export function plainPage(page: PlainPage, language: string, nonce: string): string {
  const shown = language === 'ja' ? 'ja' : 'en';
  const words = WORDS[shown];
  const link = page === 'missing' ? `<p><a href="/">${words.home}</a></p>` : '';
  const again = page === 'offline' ? `<p><a href="">${words.again}</a></p><script>${LOOKS_AGAIN}</script>` : '';
  return `<!doctype html>
<html lang="${shown}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${words[page]}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>${words[page]}</h1><p role="status">${words[`${page}_more`]}</p>${link}${again}</main></body>
</html>
`;
}
