import { expect, test } from 'vitest';
import { StartFailure } from '../start-failure.ts';
import { allowedInside, isInside, isInsideName } from './inside-addresses.ts';

test.each([
  ...[
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
  ],
  ...[
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
  ],
  ...['64:ff9b::a00:1', '2002:7f00:1::', '2001:db8::1', 'ff02::1', '224.0.0.1', '255.255.255.255', 'no address', ''],
])('%s is inside', (address) => expect(isInside(address)).toBe(true));

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2a00:1450:4001::1', '2606:4700::1111', '::ffff:8.8.8.8'])(
  '%s is outside',
  (address) => expect(isInside(address)).toBe(false),
);

test('names without a dot, and those that no public name ends in, are inside', () => {
  expect(['localhost', 'erp', 'erp.local', 'a.b.internal', 'X.HOME.ARPA', 'erp.lan.'].every(isInsideName)).toBe(true);
  expect(['example.com', 'local.example.com', 'internal.example'].some(isInsideName)).toBe(false);
});

test('an operator opens addresses and networks, and nothing that is the whole world', () => {
  const allowed = allowedInside('10.20.0.0/16, 127.0.0.1,fd00::/8');
  expect(['10.20.3.4', '127.0.0.1', '::ffff:127.0.0.1', 'fd00::5'].every(allowed.has)).toBe(true);
  expect(['10.21.0.1', '127.0.0.2', '::1', 'localhost', ''].some(allowed.has)).toBe(false);
  expect(allowedInside(null).has('127.0.0.1')).toBe(false);
  for (const text of ['0.0.0.0/0', '::/0', 'erp', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.1:80'])
    expect(() => allowedInside(text)).toThrow(StartFailure);
});
