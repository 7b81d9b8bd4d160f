import { expect, test } from 'vitest';
import { ownDsn, parseDsn } from './dsn.ts';

test('our own DSN leads to the address of our intake', () => {
  const dsn = ownDsn('http://localhost:4900');
  expect(parseDsn(dsn)?.envelopes).toBe(
    'http://localhost:4900/_/intake/api/1/envelope/?sentry_version=7&sentry_key=ninefold',
  );
});

test('a DSN without a path', () => {
  expect(parseDsn('https://abc@errors.example.com/42')).toEqual({
    dsn: 'https://abc@errors.example.com/42',
    envelopes: 'https://errors.example.com/api/42/envelope/?sentry_version=7&sentry_key=abc',
    origin: 'https://errors.example.com',
  });
});

test.each(['', 'x', 'https://errors.example.com/1', 'ftp://k@h/1', 'https://k@h/', 'https://k@h/name'])(
  '%j is none',
  (text) => {
    expect(parseDsn(text)).toBeNull();
  },
);
