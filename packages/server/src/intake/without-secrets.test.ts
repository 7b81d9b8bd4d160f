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

test('puts a sign for mail and network addresses within sentences, and for nothing else', () => {
  const event = {
    message: 'sync failed for nora.o%27neil+x@corp.example from 10.20.0.7:443, fe80::1 and 2001:db8:0:0:0:0:0:1',
    url: 'https://desk.example/people?f.email=eq:ada%40example.test&at=http://192.168.0.1/x',
    kept: [
      'Chrome/120.0.0.0',
      'npm@11.2',
      'at run (sync.py:10:5)',
      '12:34:56',
      'std::vector',
      '@ninefold/model',
      '1.2.3',
    ],
  };
  expect(withoutSecrets(event)).toEqual({
    message: 'sync failed for [email] from [ip]:443, [ip] and [ip]',
    url: 'https://desk.example/people?f.email=eq:[email]&at=http://192.168.0.1/x',
    kept: event.kept,
  });
});

test('cuts what nests without end', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 10_000; level += 1) deep = { deep };
  expect(JSON.stringify(withoutSecrets(deep)).length).toBeLessThan(400);
});
