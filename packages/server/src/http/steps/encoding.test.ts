import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { acceptedEncoding, encoded } from '../answers/encoding.ts';

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['X-GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.2, gzip;q=0.9', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['*;q=0', null],
  ['br;q=nonsense', null],
])('Accept-Encoding %s', (header, expected) => {
  expect(acceptedEncoding(header)).toBe(expected);
});

test('only what there is', () => {
  expect(acceptedEncoding('br, gzip;q=0.5', ['gzip'])).toBe('gzip');
});

test.each([true, false])('what is packed can be unpacked', async (often) => {
  const text = 'さようなら'.repeat(500);
  expect(brotliDecompressSync(await encoded(text, 'br', often)).toString()).toBe(text);
  expect(gunzipSync(await encoded(text, 'gzip', often)).toString()).toBe(text);
});
