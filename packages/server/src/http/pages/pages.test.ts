// On SQLite alone: pages and their files are read from no database.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { RUNTIME_PAGES } from '@ninefold/model';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { OF_DOCUMENTS } from './security-headers.ts';
import { startDesk, type Desk } from '../../testing/start-desk.ts';

const SCRIPT = 'console.log("hello")';
const STARTS = 'JSON.parse(document.currentScript.dataset.calls)';
const INDEX =
  '<!doctype html><html lang="__LANGUAGE__" dir="__DIRECTION__"><meta property="csp-nonce" nonce="__NONCE__"><script type="module" src="/_/web/assets/index-abcd1234.js" nonce="__NONCE__"></script>' +
  `<script data-calls="__CALLS__" data-place="__PLACE__" data-waits="__WAITS__">${STARTS}</script><link rel="modulepreload" href="/_/web/assets/base-abcd1234.js">` +
  `<body><!--__PRELOADS__--><div id="root"></div><!--__ROWS__--><script data-application="__CODE__">${STARTS}</script></body>`;
const SIGN_IN =
  '<!doctype html><html lang="__LANGUAGE__" dir="__DIRECTION__"><meta property="csp-nonce" nonce="__NONCE__"><script type="module" src="/_/web/assets/sign-in-abcd1234.js" nonce="__NONCE__"></script>' +
  `<script data-calls="__CALLS__" data-place="__PLACE__">${STARTS}</script><body><!--__PRELOADS__--><div id="root" data-application="__APPLICATION__"></div></body>`;
const PRELOADS = {
  application: 'assets/index-abcd1234.js',
  everywhere: ['assets/index-abcd1234.js', 'assets/base-abcd1234.js', 'assets/index-abcd1234.css'],
  screens: {
    runtime: ['assets/frame-abcd1234.js'],
    list: ['assets/list-abcd1234.js', 'assets/list-abcd1234.css'],
  },
  languages: { en: ['assets/texts-en-abcd1234.js'], ja: ['assets/texts-ja-abcd1234.js'] },
};

let desk: Desk;
let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'ninefold-web-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), INDEX);
  writeFileSync(join(dist, 'sign-in.html'), SIGN_IN);
  writeFileSync(join(dist, 'sign-in.json'), JSON.stringify({ languages: { en: ['assets/few-en-abcd1234.js'] } }));
  writeFileSync(join(dist, 'icon.svg'), '<svg/>');
  writeFileSync(join(dist, '.stamp'), 'hash');
  writeFileSync(join(dist, 'preloads.json'), JSON.stringify(PRELOADS));
  writeFileSync(join(dist, 'assets', 'index-abcd1234.js'), SCRIPT);
  writeFileSync(join(dist, 'assets', 'index-abcd1234.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(dist, 'assets', 'index-abcd1234.js.gz'), gzipSync(SCRIPT));
});
afterEach(async () => {
  await desk.close();
  rmSync(dist, { recursive: true, force: true });
});

const HTML = { headers: { accept: 'text/html,*/*;q=0.8' } };

test.each([
  ...[
    '/',
    '/note',
    '/note/',
    '/NOTE',
    '/note/1?tab=x',
    '/note/a.b',
    '/note/%E3%81%82',
    '/note/new',
    '/ledger',
    '/handbook',
  ],
  ...['/house', '/_/home', '/_/errors/not_found', '/_/setup/abc', '/_/sign-in', '/_/trash/note', '/_/spec'],
])('%s is a page of the web application, with a nonce of its own each time', async (url) => {
  desk = await startDesk({ web: dist });
  const [first, second] = await Promise.all([
    desk.browser().call('GET', url, HTML),
    desk.browser().call('GET', url, HTML),
  ]);
  expect(first.status).toBe(200);
  expect(first.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(first.headers['cache-control']).toBe('no-store');
  const nonce = /nonce="([^"]+)"/.exec(first.text)?.[1] ?? '';
  const policy = String(first.headers['content-security-policy']);
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
  expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(STARTS).digest('base64')}'`);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(first.text).not.toContain('__NONCE__');
  expect(second.text).not.toContain(nonce);
});

test.each(['/api/nothing/x/y/z', '/api', '/_/locales/en', '/_/web/nothing.js', '/_/intake', '/_/session/x'])(
  '%s is never a page',
  async (url) => {
    desk = await startDesk({ web: dist });
    const answer = await desk.browser().call('GET', url, HTML);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  },
);

function callsOf(page: string): readonly string[] {
  const text = /data-calls="([^"]*)"/.exec(page)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&') ?? '';
  return (JSON.parse(text) as [string][]).map(([url]) => url);
}

const application = (page: string): boolean => page.includes('<script type="module"');

/** What the page loads after its rows; null: it runs the application at once. */
function afterRows(page: string): unknown {
  const text = /data-application="([^"]*)"/.exec(page)?.[1]?.replaceAll('&quot;', '"') ?? '';
  expect(application(page)).toBe(text === '');
  return text === '' ? null : JSON.parse(text);
}

/** A build that draws rows by this program: the body of a function of `rows`, see `FirstRows`. */
function drawsBy(body: string): void {
  writeFileSync(join(dist, 'first-rows.mjs'), `export const drawFirstRows = async (rows) => { ${body} };`);
}

const SUBJECTS = `const { items } = await rows.read(); return '<i>' + items.map(({ subject }) => subject).join() + '</i>';`;

test('the page of a list has its rows, drawn and as they are answered, and runs the application after them', async () => {
  drawsBy(SUBJECTS);
  desk = await startDesk({ web: dist });
  const inside = await desk.signedIn('ada@example.com');
  const subject = "__NONCE__ <!--__ROWS__--> </script>&'";
  expect((await inside.call('POST', '/api/note', { body: { subject } })).status).toBe(201);
  for (const headers of [HTML.headers, { ...HTML.headers, 'accept-encoding': 'gzip' }]) {
    let page = '';
    // a server that others keep busy does not wait for its rows
    await expect
      .poll(
        async () => {
          const { text, bytes } = await inside.call('GET', '/note', { headers });
          return (page = 'accept-encoding' in headers ? gunzipSync(bytes).toString() : text);
        },
        { timeout: 20_000 },
      )
      .toContain(`<div id="root"></div><i>${subject}</i><script type="application/json"`);
    expect(afterRows(page)).toEqual({
      code: '/_/web/assets/index-abcd1234.js',
      others: [
        '/_/web/assets/base-abcd1234.js',
        '/_/web/assets/texts-en-abcd1234.js',
        '/_/web/assets/list-abcd1234.js',
      ],
    });
    expect(page).toContain('data-waits="rows"');
    expect(page).toContain('<link rel="stylesheet" crossorigin href="/_/web/assets/list-abcd1234.css">');
    expect(page).not.toContain('modulepreload');
    const [, asked = '', answer = ''] = /data-asked="([^"]*)">([^<]*)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(answer)).toEqual((await inside.call('GET', asked.replaceAll('&amp;', '&'))).json);
  }
  for (const path of ['/note/1', '/note/__CODE__', '/note/new', '/_/errors', '/note?view=1']) {
    const { text } = await inside.call('GET', path, HTML);
    expect([path, afterRows(text), text.includes('data-waits=""')]).toEqual([path, null, true]);
  }
  expect(application((await desk.browser().call('GET', '/note', HTML)).text)).toBe(true);
});

test('what draws the rows knows the reader, their languages and the address, and nothing that they may not see', async () => {
  drawsBy(`const { read, texts, ...told } = rows; return JSON.stringify({ ...told, ja: texts('ja') });`);
  desk = await startDesk({ web: dist });
  const inside = await desk.signedIn('ada@example.com');
  const headers = { ...HTML.headers, 'accept-language': 'de-AT, ja;q=0.8, en;q=0.5' };
  const { text } = await inside.call('GET', '/note?sort=-subject', { headers });
  const told = JSON.parse(/<div id="root"><\/div>(.*?)<script type="application/.exec(text)?.[1] ?? '') as Record<
    string,
    unknown
  >;
  expect(told).toMatchObject({
    place: { pathname: '/note', search: '?sort=-subject' },
    asked: '/api/note?sort=-subject&page=1&size=25&total=capped',
    language: 'ja',
    preferred: ['de-AT', 'ja', 'en'],
  });
  expect(told['answer']).toEqual((await inside.call('GET', '/_/model')).json);
  expect(told['ja']).toEqual((await inside.call('GET', '/_/locales/ja/app.json')).json);
});

test.each([
  ['has nothing to draw', 'return null;'],
  ['fails', "throw new Error('no picture');"],
  ['reads rows that take too long', 'return await rows.read();'],
])('where it %s the page runs the application at once', async (_, body) => {
  drawsBy(body);
  desk = await startDesk({ web: dist });
  const inside = await desk.signedIn('ada@example.com');
  const list = vi.spyOn(desk.service.records, 'list').mockReturnValue(new Promise(() => undefined));
  onTestFinished(() => list.mockRestore());
  const report = vi.spyOn(desk.service.reporter, 'report');
  const { text } = await inside.call('GET', '/note', HTML);
  expect(afterRows(text)).toBeNull();
  expect(text).toContain('<link rel="modulepreload" crossorigin href="/_/web/assets/list-abcd1234.js">');
  expect(text.indexOf('<script type="module"')).toBeGreaterThan(text.indexOf('<div id="root">'));
  expect(report.mock.calls.map(([error]) => String(error))).toEqual(
    body.startsWith('throw') ? ['Error: no picture'] : [],
  );
});

test('the page of a list starts what its first screen asks for, and the files of its screen; nothing where nobody is signed in', async () => {
  desk = await startDesk({ web: dist });
  const inside = await desk.signedIn('ada@example.com');
  const visited = await desk.browser().call('GET', '/note', HTML);
  expect(callsOf(visited.text)).toEqual(['/_/session']);
  expect(visited.text).not.toContain('/_/web/assets/list-abcd1234.js');
  const { text } = await inside.call(
    'GET',
    `/note?sort=-subject&page=2&f.subject=${encodeURIComponent('eq:"<a&b>')}`,
    HTML,
  );
  expect(callsOf(text)).toEqual([
    '/_/session',
    '/_/model',
    '/api/note?f.subject=eq%3A%22%3Ca%26b%3E&sort=-subject&page=2&size=25&total=capped',
    '/_/locales/en/app.json',
    '/_/home',
  ]);
  expect(text).toContain('/_/web/assets/list-abcd1234.js');
  expect(text).toContain('/_/web/assets/list-abcd1234.css');
  const texts = (language: string): string =>
    `<link rel="modulepreload" crossorigin href="/_/web/assets/texts-${language}-abcd1234.js">`;
  expect([text.includes(texts('en')), text.includes(texts('ja'))]).toEqual([true, false]);
  const record = await inside.call('GET', '/note/a%20b?lng=ja', HTML);
  expect([record.text.includes(texts('en')), record.text.includes(texts('ja'))]).toEqual([false, true]);
  expect(callsOf(record.text)).toContain('/api/note/a%20b');
  expect(callsOf(record.text)).toContain('/_/locales/ja/app.json');
  const form = await inside.call('GET', '/note/new', HTML);
  expect(callsOf(form.text).filter((url) => url.startsWith('/api/'))).toEqual([]); // no record is called `new`
  for (const url of callsOf(text)) expect([url, (await inside.call('GET', url)).status]).toEqual([url, 200]);
  const runtime = await inside.call('GET', '/_/errors', HTML);
  expect(runtime.text).toContain('/_/web/assets/frame-abcd1234.js');
  expect(visited.text).not.toContain('/_/web/assets/frame-abcd1234.js');
});

const UNKNOWN = [
  ...['/metrics', '/healthz', '/.env', '/.git/config', '/wp-login.php', '/index.html', '/favicon.ico', '/robots.txt'],
  ...['/note/1/2', '/note/1/edit', '/nothing', '/any/where', '/_/nothing', '/_', '/%00', '/..%2f..%2fetc/passwd'],
];

test.each(UNKNOWN)('%s is not there: a plain page for a browser, a problem for a program', async (url) => {
  desk = await startDesk({ web: dist });
  const page = await desk.browser().call('GET', url, { headers: { ...HTML.headers, 'accept-language': 'ja' } });
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.text).toContain('<html lang="ja">');
  expect(page.text).toContain('<a href="/">');
  expect(page.text).not.toContain('index-abcd1234.js');
  expect(String(page.headers['content-security-policy'])).toContain("script-src 'self';");
  for (const accept of ['*/*', 'application/json']) {
    const answer = await desk.browser().call('GET', url, { headers: { accept } });
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
  }
});

test.each([
  ['/%', 404],
  ['/%E0%A4', 404],
  ['/nothing/%zz?a=%', 404],
  ['/note/%', 200],
])(
  'a browser gets a page at %s, whose percent sign encodes nothing, and a program the problem',
  async (url, status) => {
    desk = await startDesk({ web: dist });
    const page = await desk.browser().call('GET', url, HTML);
    expect([page.status, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(String(page.headers['content-security-policy'])).toContain("script-src 'self'");
    for (const [method, headers] of [
      ['GET', { accept: 'application/json' }],
      ['GET', { accept: '*/*' }],
      ['POST', HTML.headers],
    ] as const) {
      const answer = await desk.browser().call(method, url, { headers });
      expect([answer.status, answer.json]).toMatchObject([400, { code: 'bad_request' }]);
    }
  },
);

test('somebody who is signed in reads within the application that nothing is there', async () => {
  desk = await startDesk({ web: dist });
  const ada = await desk.signedIn('ada@example.com');
  const answer = await ada.call('GET', '/nothing', HTML);
  expect(answer.status).toBe(404);
  expect(answer.text).toContain('index-abcd1234.js');
});

test('who has not signed in gets the sign-in page at every address but those of one-time links', async () => {
  desk = await startDesk({ web: dist });
  const script = async (url: string): Promise<string | undefined> =>
    /assets\/([\w-]+)-abcd1234\.js" nonce/.exec((await desk.browser().call('GET', url, HTML)).text)?.[1];
  for (const url of ['/', '/note', '/note/1', '/_/sign-in', '/_/keys', '/_/setup', '/_/setup/data'])
    expect([url, await script(url)]).toEqual([url, 'sign-in']);
  for (const url of ['/_/setup/abc', '/_/setup/abc/administrator', '/_/stop/abc'])
    expect([url, await script(url)]).toEqual([url, 'index']);
});

test('the sign-in page starts its texts, names the files of the application, and starts none of them', async () => {
  desk = await startDesk({ web: dist });
  const { text } = await desk.browser().call('GET', '/note?lng=ja', HTML);
  const [, named] = /data-application="([^"]*)"/.exec(text) ?? [];
  expect(named?.split(' ')).toEqual([
    'assets/index-abcd1234.js',
    'assets/base-abcd1234.js',
    'assets/index-abcd1234.css',
    'assets/texts-ja-abcd1234.js',
    'assets/frame-abcd1234.js',
  ]);
  expect([...text.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/_/web/assets/few-en-abcd1234.js',
  ]);
});

test('every page of the runtime and every screen loads', async () => {
  desk = await startDesk({ web: dist });
  const paths = [...RUNTIME_PAGES, ...desk.service.application.model.screens.map(({ path }) => path)];
  for (const path of paths) {
    const answer = await desk.browser().call('GET', path.replaceAll(/:\w+/g, 'x-1'), HTML);
    expect([path, answer.status]).toEqual([path, 200]);
  }
});

test('what is built later is missing at the same addresses', async () => {
  desk = await startDesk({ web: null });
  expect((await desk.browser().call('GET', '/metrics', HTML)).status).toBe(404);
  expect((await desk.browser().call('GET', '/note', HTML)).status).toBe(503);
});

test('an address of the web application is no page for who asks for JSON', async () => {
  desk = await startDesk({ web: dist });
  expect((await desk.browser().call('GET', '/note/1')).json).toMatchObject({ code: 'unknown_route' });
  expect((await desk.browser().call('GET', '/_/home')).json).toMatchObject({ code: 'signed_out' });
});

test('built files are kept for a year, in the smallest form that the browser takes', async () => {
  desk = await startDesk({ web: dist });
  const call = (encoding: string) =>
    desk.browser().call('GET', '/_/web/assets/index-abcd1234.js', { headers: { 'accept-encoding': encoding } });
  const plain = await call('identity');
  expect(plain.text).toBe(SCRIPT);
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect((await call('gzip, deflate, br')).headers['content-encoding']).toBe('br');
  expect((await call('gzip')).headers['content-encoding']).toBe('gzip');
  expect((await call('br;q=0, gzip')).headers['content-encoding']).toBe('gzip');
});

test('scripts and style sheets go without what is said of documents, and keep what protects them', async () => {
  desk = await startDesk({ web: dist });
  const headersOf = async (file: string) => (await desk.browser().call('GET', `/_/web/${file}`)).headers;
  const script = await headersOf('assets/index-abcd1234.js');
  expect(OF_DOCUMENTS.filter((name) => script[name] !== undefined)).toEqual([]);
  expect(script).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
  });
  const picture = await headersOf('icon.svg');
  expect(OF_DOCUMENTS.filter((name) => picture[name] === undefined)).toEqual([]);
  expect(picture['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
});

test.each([
  'index.html',
  'sign-in.html',
  '.stamp',
  'assets/index-abcd1234.js.br',
  '../package.json',
  '..%2f..%2fpackage.json',
  '%2e%2e/package.json',
])('/_/web/%s is not there', async (path) => {
  desk = await startDesk({ web: dist });
  const answer = await desk.browser().call('GET', `/_/web/${path}`);
  expect(answer.status).toBe(404);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
});

test('a file whose name does not change is asked for again', async () => {
  desk = await startDesk({ web: dist });
  expect((await desk.browser().call('GET', '/_/web/icon.svg')).headers['cache-control']).toBe('no-cache');
});

test('while the pages are built, one stands in that asks again by itself; calls are answered', async () => {
  desk = await startDesk({ web: null });
  const waiting = await desk.browser().call('GET', '/note', { headers: { ...HTML.headers, 'accept-language': 'ja' } });
  expect([waiting.status, waiting.headers['refresh']]).toEqual([503, '1']);
  expect(waiting.text).toContain('<html lang="ja">');
  expect((await desk.browser().call('GET', '/health')).status).toBe(503);
  expect((await desk.browser().call('GET', '/_/session')).status).toBe(200);
  desk.service.web.built(dist);
  expect((await desk.browser().call('GET', '/note', HTML)).text).toContain('sign-in-abcd1234.js');
  expect((await desk.browser().call('GET', '/health')).json).toEqual({ status: 'ready' });
});

test('pages that could not be built say so and do not ask again', async () => {
  desk = await startDesk({ web: null });
  desk.service.web.built(null);
  const answer = await desk.browser().call('GET', '/', HTML);
  expect([answer.status, answer.headers['refresh']]).toEqual([503, undefined]);
  expect(answer.text).toContain('could not be built');
});

test.each([
  ['ja, en', 'fr', 'lang="ja" dir="ltr"'],
  ['ja, en', 'fr, en;q=0.8', 'lang="en" dir="ltr"'],
  ['ja', 'en', 'lang="ja" dir="ltr"'],
  ['ar, en', 'fr', 'lang="ar" dir="rtl"'],
])('seed: the page of an application in %s for a browser in %s says %s', async (languages, accepted, said) => {
  const files = [{ path: 'app.yaml', text: `ninefold: 1\npurpose: { name: desk, languages: [${languages}] }\n` }];
  desk = await startDesk({ web: dist, accounts: false, files });
  const answer = await desk.browser().call('GET', '/', { headers: { ...HTML.headers, 'accept-language': accepted } });
  expect(answer.text).toContain(`<html ${said}>`);
});
