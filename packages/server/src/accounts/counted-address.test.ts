import { expect, test } from 'vitest';
import { countedAddress } from './counted-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s counts as %s', (ip, expected) => {
  expect(countedAddress(ip)).toBe(expected);
});

test('a customer with a whole network of IPv6 is one address', () => {
  const of = (suffix: number): string => countedAddress(`2001:db8:7:7::${suffix.toString(16)}`);
  expect(new Set(Array.from({ length: 500 }, (_, at) => of(at + 1))).size).toBe(1);
});
