import { expect, test } from 'vitest';
import type { Wire } from '../wire/answers.ts';
import { inexactNumber } from './decimal.ts';
import { jsonIn, jsonText } from './json-text.ts';

test.each([
  ['{"b":1,"a":{"d":[],"c":{}}}', '{"a":{"c":{},"d":[]},"b":1}'],
  [' [ 1.50 , -0, 1E2, 1e21 ] ', '[1.5,0,100,1e+21]'],
  ['"\\u00e4 \\u0000 \\ud83d\\ude00 /"', '"ä \\u0000 😀 /"'],
  ['{"10":1,"9":2,"__proto__":{"x":null}}', '{"10":1,"9":2,"__proto__":{"x":null}}'],
  ['{"\\ufb33":1,"\\ud83d\\ude00":2}', '{"😀":2,"\ufb33":1}'],
])('%s has one form', (text, form) => {
  const value = jsonIn(text);
  expect(value).toBeDefined();
  expect(jsonText(value ?? null)).toBe(form);
  expect(jsonText(jsonIn(form) ?? null)).toBe(form);
});

test.each(['', '{', 'nothing', '{"a":1,}', '"\\ud800"', '{"\\udc00":1}', '['.repeat(33) + ']'.repeat(33), 'NaN'])(
  '%s is none',
  (text) => {
    expect(jsonIn(text)).toBeUndefined();
  },
);

test.each([
  ['12345678901234567890', '12345678901234567890'],
  ['{"a":[0.1,1e400]}', '1e400'],
  ['[-1e-400]', '-1e-400'],
  ['{"n":0.12345678901234567890}', '0.12345678901234567890'],
  ['"12345678901234567890 \\" 1e400"', null],
  ['{"12345678901234567890":1}', null],
  ['[0.1000000000000000000000, 1.0e0, 1E+22, 123456789012345680000, -0.0, 0e5, 5e-324]', null],
])('%s keeps its numbers or is told', (text, number) => {
  expect(inexactNumber(text)).toBe(number);
});

test('looks through texts of any length', () => {
  for (const unit of ['a', '\\n', '1e400 '])
    expect(inexactNumber(`{"a":"${unit.repeat(20_000_000 / unit.length)}","b":1e400}`)).toBe('1e400');
});

const SEED = Number(process.env['NINEFOLD_SEED'] ?? Math.floor(Math.random() * 1e9));
const TEXTS = ['', ' a ', 'ä', '日本', '\u0000\u001f', '😀', '"\\', '1e400', 'null', 'a.b', '__proto__', '0', '\u2028'];

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function drawn(random: () => number, depth: number): Wire {
  const pick = Math.floor(random() * (depth > 3 ? 4 : 6));
  const text = (): string => TEXTS[Math.floor(random() * TEXTS.length)] ?? '';
  if (pick === 0) return text();
  if (pick === 1) return (random() - 0.5) * 10 ** Math.floor(random() * 40 - 20);
  if (pick === 2) return random() < 0.5;
  if (pick === 3) return null;
  const some = Array.from({ length: Math.floor(random() * 4) }, () => drawn(random, depth + 1));
  return pick === 4 ? some : Object.fromEntries(some.map((value) => [text(), value]));
}

test(`drawn values come back as they are, and equal ones are equal texts (seed ${String(SEED)})`, () => {
  const random = randomFrom(SEED);
  const turned = (value: Wire): Wire =>
    Array.isArray(value)
      ? value.map(turned)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .toReversed()
              .map(([name, inner]) => [name, turned(inner ?? null)]),
          )
        : value;
  for (let turn = 0; turn < 2000; turn += 1) {
    const value = drawn(random, 0);
    const text = jsonText(value);
    expect(jsonIn(text)).toEqual(value);
    expect(jsonText(turned(value))).toBe(text);
    expect(jsonIn(JSON.stringify(value, null, 2))).toEqual(value);
  }
});
