import { expect, test } from 'vitest';
import { jsonTwice } from './json.ts';

test.each<[string, readonly string[]]>([
  ['{ "a": 1, "b": 2, "a": 3 }', ['a']],
  ['{ "a": "a", "b": ["a", "a"], "c": { "a": 1, "b": "c" } }', []],
  ['[{ "a": 1 }, { "a": 2, "\\u0061": 3 }]', ['a']],
  ['{ "a": { "x": 1 }, "b": { "x": 1, "y": [{ "x": 1 }, "x"], "x": {} }, "b": "}" }', ['x', 'b']],
  ['{ "{\\"": ",", "{\\"": null }', ['{"']],
  ['{ "__proto__": 1, "__proto__": 2 }', ['__proto__']],
  ['"a"', []],
  ['{ "a": 1, "a": 2, "a": 3 }', ['a', 'a']],
])('keys that stand twice in %s', (text, keys) => {
  const found = jsonTwice(text);
  expect(found.map(({ key }) => key)).toEqual(keys);
  expect(found.map(({ start, end }) => JSON.parse(text.slice(start, end)) as unknown)).toEqual(keys);
});
