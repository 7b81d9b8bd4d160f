import { expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { decodeJson } from './body.ts';

function outcome(bytes: Buffer): unknown {
  try {
    return decodeJson(bytes);
  } catch (error) {
    return error instanceof Refusal ? error.code : error;
  }
}

test.each([
  ['nothing', '', undefined],
  ['an object', '{"a":[1,"\\ud83d\\ude00"]}', { a: [1, '😀'] }],
  ['text that only looks like an escape', '{"a":"\\\\ud800"}', { a: '\\ud800' }],
  ['half a pair', '{"a":"\\ud800"}', 'not_json'],
  ['half a pair as a name', '{"\\udc00":1}', 'not_json'],
  ['no JSON', '{"a":', 'not_json'],
  ['what nests too deeply', '['.repeat(40) + ']'.repeat(40), 'bad_request'],
  ['what nests far too deeply', '['.repeat(200_000) + ']'.repeat(200_000), 'bad_request'],
])('%s', (_, text, expected) => {
  expect(outcome(Buffer.from(text))).toEqual(expected);
});

test('bytes that are no UTF-8', () => {
  expect(outcome(Buffer.from([0x22, 0xff, 0x22]))).toBe('not_json');
});

test('a name like __proto__ is an ordinary name', () => {
  const value = decodeJson(Buffer.from('{"__proto__":{"admin":true}}')) as object;
  expect(Object.hasOwn(value, '__proto__')).toBe(true);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});
