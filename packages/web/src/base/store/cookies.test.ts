import { expect, test } from 'vitest';
import { readCookie } from './cookies.ts';
import { xsrfToken } from './base-query.ts';

const ALL = 'desk_lng=ja; desk_xsrf=a%2Bb%3D; other_desk_xsrf=wrong; broken=%E3%8';

test('reads exactly the named cookie', () => {
  expect(readCookie('desk_lng', ALL)).toBe('ja');
  expect(readCookie('desk_xsrf', ALL)).toBe('a+b=');
  expect(readCookie('xsrf', ALL)).toBeNull();
  expect(readCookie('desk', ALL)).toBeNull();
});

test('a value that is no valid escape is taken as it stands', () => {
  expect(readCookie('broken', ALL)).toBe('%E3%8');
});

test('the token comes from the cookie that the session answer names', () => {
  const state = { session: { cookies: { xsrf: '__Host-desk_xsrf', language: 'desk_lng' }, signInAsked: false } };
  expect(xsrfToken(state, `${ALL}; __Host-desk_xsrf=t0k`)).toBe('t0k');
  expect(xsrfToken(state, ALL)).toBeNull();
  expect(xsrfToken({ session: { cookies: null, signInAsked: false } }, ALL)).toBeNull();
});
