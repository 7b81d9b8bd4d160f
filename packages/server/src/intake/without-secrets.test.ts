import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

test('drops cookies, credentials and what finds a person at any depth, and nothing else', () => {
  const event = {
    message: 'kept',
    user: { id: 'u', ip_address: '10.0.0.1', email: 'a@example.com', username: 'ada', geo: { city: 'Kyoto' } },
    sdk: { name: 'kit', settings: { infer_ip: 'auto' } },
    request: { url: '/x', cookies: { a: 'b' }, headers: { Cookie: 'a=b', Authorization: 'Bearer x', accept: '*/*' } },
    breadcrumbs: [{ data: { password: 'p', n: 1 } }],
    pairs: [
      ['cookie', 'a=b'],
      ['accept', '*/*'],
    ],
  };
  expect(withoutSecrets(event)).toEqual({
    message: 'kept',
    user: { id: 'u' },
    sdk: { name: 'kit', settings: {} },
    request: { url: '/x', headers: { accept: '*/*' } },
    breadcrumbs: [{ data: { n: 1 } }],
    pairs: [['accept', '*/*']],
  });
});

test('cuts what nests without end', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 10_000; level += 1) deep = { deep };
  expect(JSON.stringify(withoutSecrets(deep)).length).toBeLessThan(400);
});
