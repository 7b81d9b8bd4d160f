interface Words {
  readonly starting: string;
  readonly startingMore: string;
  readonly failed: string;
  readonly failedMore: string;
}

const WORDS: Readonly<Record<string, Words>> = {
  en: {
    starting: 'Starting …',
    startingMore: 'The pages are being built. This page opens them by itself in a few seconds.',
    failed: 'The pages could not be built',
    failedMore: 'The terminal in which the server runs says why. Calls under /api are answered.',
  },
  ja: {
    starting: '起動しています…',
    startingMore: '画面を準備しています。数秒後に自動で表示されます。',
    failed: '画面を準備できませんでした',
    failedMore: '理由はサーバーを起動した端末に表示されています。/api への呼び出しには応答します。',
  },
};

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem;color:#1f2933;background:#fff}
h1{font-size:1.25rem}@media(prefers-color-scheme:dark){body{color:#e5e7eb;background:#111827}}`;

/** What stands in for the web application while it is being built, or when that failed. */
export function waitingPage(building: boolean, language: string, nonce: string): string {
  const shown = Object.hasOwn(WORDS, language) ? language : 'en';
  const words = WORDS[shown] as Words;
  const [title, more] = building ? [words.starting, words.startingMore] : [words.failed, words.failedMore];
  return `<!doctype html>
<html lang="${shown}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>${title}</h1><p role="status">${more}</p></main></body>
</html>
`;
}
