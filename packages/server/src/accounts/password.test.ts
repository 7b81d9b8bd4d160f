import { expect, test } from 'vitest';
import { hashPassword, matchesPassword } from './password.ts';

test('a password matches its own hash only, and each hash has its own salt', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(first).not.toBe(second);
  expect(await matchesPassword('correct horse', first)).toBe(true);
  expect(await matchesPassword('correct horsf', first)).toBe(false);
  expect(await matchesPassword('', first)).toBe(false);
});

test('nothing matches where there is no hash', async () => {
  expect(await matchesPassword('x', null)).toBe(false);
  expect(await matchesPassword('x', '')).toBe(false);
});

test('one password written in two Unicode forms is one password', async () => {
  expect(await matchesPassword('caf\u0065\u0301 au lait', await hashPassword('caf\u00e9 au lait'))).toBe(true);
});
