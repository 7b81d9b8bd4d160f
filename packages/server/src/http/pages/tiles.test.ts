// On SQLite alone: nothing is read from a database.
import { expect, test } from 'vitest';
import { startDesk } from '../../testing/start-desk.ts';
import { pagePolicy } from './security-headers.ts';
import { readTiles } from '../service/tiles.ts';

const read = (tiles: string | null) => readTiles({ tiles, tilesCredit: '© Somebody' });

test('a server of map tiles is read, with the one origin that pages may load pictures from', () => {
  expect(read(null)).toBeNull();
  expect(read('https://tiles.example.com:8443/a/{z}/{x}/{y}.png?key=k')).toEqual({
    url: 'https://tiles.example.com:8443/a/{z}/{x}/{y}.png?key=k',
    credit: '© Somebody',
    origin: 'https://tiles.example.com:8443',
  });
  expect(read('http://127.0.0.1:9999/{z}/{x}/{y}.png')?.origin).toBe('http://127.0.0.1:9999');
});

test.each([
  'tiles.example.com/{z}/{x}/{y}.png',
  'http://tiles.example.com/{z}/{x}/{y}.png',
  'https://tiles.example.com/{z}/{x}.png',
  'https://{x}.example.com/{z}/{y}.png',
  'https://{s}.example.com/{z}/{x}/{y}.png',
  "https://tiles.example.com/{z}/{x}/{y}.png; script-src 'unsafe-inline'",
])('refused: %s', (tiles) => {
  expect(() => read(tiles)).toThrow('NINEFOLD_TILES');
});

test('the policy of a page opens exactly that origin, for pictures alone', () => {
  const policy = (tiles: string | null) => pagePolicy('n', { elsewhere: null, tiles: read(tiles) }, []).split('; ');
  const [closed, open] = [policy(null), policy('https://tiles.example.com/{z}/{x}/{y}.png')];
  expect(open.filter((one) => !closed.includes(one))).toEqual(["img-src 'self' data: blob: https://tiles.example.com"]);
  expect(closed.filter((one) => !open.includes(one))).toEqual(["img-src 'self' data: blob:"]);
});

test('a page that draws a map is told that no server is named', async () => {
  const desk = await startDesk();
  try {
    const dan = await desk.signedIn('dan@example.com');
    expect((await dan.call('GET', '/_/tiles')).json).toEqual({ url: null, credit: '' });
  } finally {
    await desk.close();
  }
});
