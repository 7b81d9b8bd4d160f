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

test.each([
  ['postgres://h1,h2/desk?target_session_attrs=read-write', 'h1,h2'],
  ['postgres://ada:s3cr3t@h1:5432,h2:5433/desk', 'h1:5432,h2:5433'],
  ['postgresql://ada@/desk?host=h1,h2', 'h1,h2'],
])('%s: several hosts are refused by their names', (address, hosts) => {
  const failure = expect.objectContaining({ sentences: [{ code: 'postgres_several_hosts', params: { hosts } }] });
  expect(() => readAddress(address)).toThrow(failure);
});

test('a comma in a password is no host', () => {
  expect(readAddress('postgres://ada:a,b@host/desk').url).toBe('postgres://ada:a,b@host/desk');
});
