import { expect, test } from 'vitest';
import { readAddress } from './address.ts';

test.each([
  ['postgres://ada@host/desk', { url: 'postgres://ada@host/desk', isPortable: false }],
  ['postgres://ada@host/desk?portable=true', { url: 'postgres://ada@host/desk', isPortable: true }],
  [
    'postgres://host/desk?sslmode=require&portable=false',
    { url: 'postgres://host/desk?sslmode=require', isPortable: false },
  ],
])('%s', (address, read) => {
  expect(readAddress(address)).toEqual(read);
});

test('a word that says neither is refused', () => {
  expect(() => readAddress('postgres://host/desk?portable=yes')).toThrow(
    expect.objectContaining({ sentences: [{ code: 'postgres_portable', params: { value: 'yes' } }] }),
  );
});
