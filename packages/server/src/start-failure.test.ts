import { expect, test } from 'vitest';
import { StartFailure } from './start-failure.ts';

test('one failure is said in each language; any other reads English', () => {
  const failure = new StartFailure('port_taken', { port: '4900', host: '127.0.0.1' });
  const english = 'Port 4900 on 127.0.0.1 is already taken; choose another one with --port.';
  expect([failure.message, failure.sentenceIn('en'), failure.sentenceIn('de')]).toEqual([english, english, english]);
  expect(failure.sentenceIn('ja')).toBe(
    '127.0.0.1 のポート 4900 はすでに使われています。--port で別のポートを指定してください。',
  );
});

test('lines and words inside a sentence follow its language', () => {
  const user = { code: 'postgres_session_user' } as const;
  const failure = new StartFailure('data_refused', {}, undefined, [
    {
      code: 'data_column',
      params: { file: 'a.csv', row: '2', field: 'x', message: { texts: { en: 'Fill it.', ja: '入力してください。' } } },
    },
    { code: 'postgres_may_not_connect', params: { user, server: 'h:1', database: 'd' } },
  ]);
  expect(failure.message.split('\n').slice(1)).toEqual([
    '  a.csv, row 2, column x: Fill it.',
    'the user of this session may not connect to the database d at h:1.',
  ]);
  expect(failure.sentenceIn('ja').split('\n').slice(1)).toEqual([
    '  a.csv 2 行目 x 列：入力してください。',
    'このセッションのユーザー には、h:1 のデータベース d に接続する権限がありません。',
  ]);
});
