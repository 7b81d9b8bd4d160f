import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { languageSchema } from './json-schema.ts';
import { keysOf, PLACES } from './keys-of.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../examples');
const LANGUAGE = join(import.meta.dirname, '../../../../docs/language.md');
const validate = new Ajv2020({ allErrors: true, strict: false }).compile(languageSchema(['en', 'ja']));

function findings(text: string): readonly string[] {
  return validate(parse(text))
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
}

const files = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml'));

test.each(files)('%s fits the schema', (path) => {
  expect(findings(readFileSync(join(EXAMPLES, path), 'utf8'))).toEqual([]);
});

test('every block of the language page fits the schema', () => {
  const blocks = [...readFileSync(LANGUAGE, 'utf8').matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  expect(blocks.length).toBeGreaterThan(7);
  expect(blocks.flatMap(findings)).toEqual([]);
});

test.each([
  ['an unknown key', 'purpose: { nam: x }'],
  ['a word that is none', 'entities: { a: { fields: { b: { type: strin } } } }'],
  ['a key of another type', 'entities: { a: { fields: { b: { type: boolean, scale: 2 } } } }'],
  ['a bad id', 'entities: { A: { fields: { b: { type: boolean } } } }'],
  ['a flag that is none', 'entities: { a: { fields: { b: { type: string, required: perhaps } } } }'],
])('%s does not fit', (_, text) => {
  expect(findings(text)).not.toEqual([]);
});

test('every key is documented in both languages', () => {
  const schema = languageSchema(['en', 'ja']);
  const defs = schema['$defs'] as Record<
    string,
    { readonly properties: Record<string, { readonly description?: string }> }
  >;
  for (const place of PLACES.filter((one) => one !== 'root')) {
    for (const { key } of keysOf(place)) {
      const { description = '' } = defs[place]?.properties[key] ?? {};
      expect([place, key, /[a-z]/.test(description), /[ぁ-んァ-ヶ一-龠]/.test(description)]).toEqual([
        place,
        key,
        true,
        true,
      ]);
    }
  }
});
