import { expect, test } from 'vitest';
import { placeKey } from './scroll-places.ts';

test('pages that were loaded by their address are told apart by it, all others by their entry', () => {
  const [desk, ask] = ['/desk', '/ask'].map((pathname) => placeKey({ key: 'default', pathname, search: '' }));
  expect(desk).not.toBe(ask);
  expect(placeKey({ key: 'default', pathname: '/desk', search: '?page=2' })).not.toBe(desk);
  expect(placeKey({ key: 'abc', pathname: '/desk', search: '' })).toBe('abc');
});
