import { expect, test } from 'vitest';
import { StartFailure } from '../start-failure.ts';
import { isAddress, readSmtp } from './smtp-setting.ts';

test('one setting says where mail is handed over, and whether that is encrypted', () => {
  expect(readSmtp('smtps://ada%40x:p%2Fw%40@mail.example.com?from=desk@example.com')).toEqual({
    host: 'mail.example.com',
    port: 465,
    encryption: 'tls',
    isHere: false,
    user: 'ada@x',
    password: 'p/w@',
    from: 'desk@example.com',
  });
  const read = (text: string) => {
    const { port, encryption, user } = readSmtp(text);
    return [port, encryption, user];
  };
  expect(read('smtp://mail.example.com?from=a@b.c')).toEqual([587, 'starttls', null]);
  expect(read('smtp://mail.example.com:25?from=a@b.c&encryption=offered')).toEqual([25, 'offered', null]);
  expect(read('smtp://127.0.0.1:2525?from=a@b.c')).toEqual([2525, 'offered', null]);
  expect(readSmtp('smtp://[::1]:2525?from=a@b.c').host).toBe('::1');
});

test.each([
  'mail.example.com',
  'http://mail.example.com?from=a@b.c',
  'smtp://u:hunter2@mail.example.com',
  'smtp://u:hunter2@mail.example.com?from=Desk <a@b.c>',
  'smtp://u:hunter2@mail.example.com?from=a@b.c%0d%0aBcc:x@y.z',
  'smtp://u:hunter2@mail.example.com?from=a@b.c,d@e.f',
  'smtp://u:hunter2@mail.example.com?from=a@b.c&encryption=none',
  'smtp://u:hunter2%@mail.example.com?from=a@b.c',
])('%s is refused without repeating it', (text) => {
  const refused = (): unknown => {
    try {
      return readSmtp(text);
    } catch (error) {
      return error;
    }
  };
  const failure = refused();
  expect(failure).toBeInstanceOf(StartFailure);
  expect(String(failure)).not.toContain('hunter2');
});

test('an address is one, without anything that an envelope could take for something else', () => {
  for (const text of ['ada@example.com', '花子@例え.jp', "o'neil+x@example.com"]) expect(isAddress(text)).toBe(true);
  for (const text of [
    '',
    'ada',
    'a@b@c',
    'a b@c.d',
    'a@b.c\nx',
    'a@b.c,d@e.f',
    'a@b.c>',
    '"a"@b.c',
    `${'a'.repeat(252)}@b.c`,
  ])
    expect(isAddress(text)).toBe(false);
});
