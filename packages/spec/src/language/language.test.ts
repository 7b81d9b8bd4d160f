import { expect, test } from 'vitest';
import en from '../../locales/en/keys.json' with { type: 'json' };
import { keysOf, PLACES } from './keys-of.ts';
import { FUNCTIONS, MACRO_NAMES } from '../expressions/functions/table.ts';
import { VARIABLES } from '../expressions/typing/check-path.ts';
import { FUNCTION_EXAMPLES } from './function-examples.ts';
import { WORDS } from './words.ts';
import { wordText, keyText } from './texts.ts';
import { SHAPES } from './shapes.ts';

const every = PLACES.flatMap((place) => keysOf(place).map((one) => ({ place, ...one })));

test.each(['en', 'ja'])('every key that the loader takes has its sentence in %s', (language) => {
  const bare = every.filter(({ place, key }) => keyText(place, key, language) === null);
  expect(bare.map(({ place, key }) => `${place}.${key}`)).toEqual([]);
});

test('every key that runs says what may stand under it', () => {
  const bare = every.filter(({ place, key, notYet }) => !notYet && !Object.hasOwn(SHAPES[place], key));
  expect(bare.map(({ place, key }) => `${place}.${key}`)).toEqual([]);
});

test('no sentence and no shape is left of a key that the loader does not take', () => {
  const known = new Set(every.map(({ place, key }) => `${place}.${key}`));
  const isField = (key: string): boolean =>
    ['field', 'lineField', 'inputField'].some((place) => known.has(`${place}.${key}`));
  const written = Object.entries(en).flatMap(([place, keys]) => Object.keys(keys).map((key) => [place, key] as const));
  const shaped = Object.entries(SHAPES).flatMap(([place, keys]) =>
    Object.keys(keys).map((key) => [place, key] as const),
  );
  const left = [...written, ...shaped].filter(
    ([place, key]) => !known.has(`${place}.${key}`) && !(/field/i.test(place) && isField(key)),
  );
  expect(left.map(([place, key]) => `${place}.${key}`)).toEqual([]);
});

test.each(['en', 'ja'])('every function, type and variable has its sentence in %s', (language) => {
  const functions = [...FUNCTIONS.keys(), ...MACRO_NAMES];
  expect(functions.filter((name) => wordText('functions', name, language) === null)).toEqual([]);
  expect(WORDS.fieldTypes.filter((name) => wordText('types', name, language) === null)).toEqual([]);
  expect(VARIABLES.filter((name) => wordText('variables', name, language) === null)).toEqual([]);
});

test('every function has an example', () => {
  expect([...FUNCTIONS.keys(), ...MACRO_NAMES].filter((name) => !FUNCTION_EXAMPLES[name])).toEqual([]);
});
