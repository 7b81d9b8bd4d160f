import { expect, test } from 'vitest';
import { StartFailure } from '../../start-failure.ts';
import { publicUrl, trustedProxies } from './trusted-proxies.ts';

test.each([
  [null, false],
  ['1', 1],
  ['9', 9],
  ['loopback', ['loopback']],
  ['10.0.0.5', ['10.0.0.5']],
  ['10.0.0.0/8, fd00::/8,uniquelocal', ['10.0.0.0/8', 'fd00::/8', 'uniquelocal']],
  ['::1', ['::1']],
])('--trust-proxy %s', (text, expected) => {
  expect(trustedProxies(text)).toEqual(expected);
});

test.each([
  '',
  '0',
  '10',
  '-1',
  'true',
  '*',
  'proxy.example.com',
  '10.0.0.0/33',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/8/8',
  '10.0.0',
  ',',
])('--trust-proxy "%s" is refused with what it takes', (text) => {
  expect(() => trustedProxies(text)).toThrow(StartFailure);
  expect(() => trustedProxies(text)).toThrow('172.16.0.0/12');
});

test.each([
  [null, null],
  ['https://desk.example.com', 'https://desk.example.com'],
  ['https://desk.example.com/', 'https://desk.example.com'],
  ['http://10.0.0.5:8080', 'http://10.0.0.5:8080'],
])('--public-url %s', (text, expected) => {
  expect(publicUrl(text)?.origin ?? null).toBe(expected);
});

test.each([
  'desk.example.com',
  'https://desk.example.com/app',
  'https://a:b@desk.example.com',
  'ftp://desk.example.com',
  'https://x/?a=1',
  'https://x/#a',
])('--public-url %s is refused', (text) => expect(() => publicUrl(text)).toThrow('https://desk.example.com'));
