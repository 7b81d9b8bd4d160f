// On SQLite alone: none of it is read from a database.
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDesk, type Desk } from '../../testing/start-desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const read = (url: string, headers = {}) => desk.browser().call('GET', url, { headers });

test('a system that installs the application learns its name, where it starts, and icons that are there', async () => {
  const { headers, json } = await read('/_/manifest.webmanifest?lng=en');
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  const { name, icons, ...manifest } = json as { name: string; icons: { src: string; purpose?: string }[] };
  expect(name).toMatch(/\S/);
  expect(manifest).toMatchObject({
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en',
    dir: 'ltr',
  });
  const files = icons.map(({ src }) => src.replace('/_/web/', '../../../../web/public/'));
  expect(files.filter((file) => !existsSync(new URL(file, import.meta.url)))).toEqual([]);
  expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
});

test('the worker looks after every page, is asked for again each time, and may call this server alone', async () => {
  const { headers, text } = await read('/_/worker.js');
  expect(headers).toMatchObject({
    'service-worker-allowed': '/',
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  });
  expect(text).toContain('/_/offline');
});

test.each([
  ['en', 'No connection', 'Try again'],
  ['ja', '接続できません', '再読み込み'],
])('the page without a connection is written in %s, and its policy lets its script run', async (lng, title, again) => {
  const { headers, text } = await read(`/_/offline?lng=${lng}`);
  expect(text).toContain(`<html lang="${lng}">`);
  expect(text).toContain(`<h1>${title}</h1>`);
  expect(text).toContain(`<a href="">${again}</a>`);
  const nonce = /nonce="([^"]+)"/.exec(text)?.[1] ?? '';
  expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+'/);
});
