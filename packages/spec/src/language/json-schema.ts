import { WRITTEN_TYPES } from '../compile/kinds/written-types.ts';
import { ID_PATTERN } from '../expressions/schema/ids.ts';
import { keyText } from './texts.ts';
import { keysOf, PLACES, type LanguageKey } from './keys-of.ts';
import type { Place, Shape } from './shape.ts';
import { GRANT_SHAPE, MENU_SHAPE } from './shapes.ts';

/** A JSON Schema, or part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

const SCALAR: JsonSchema = { type: ['string', 'number', 'boolean'] };
const OPEN: JsonSchema = { $ref: '#/$defs/not_shown' };

/**
 * A JSON Schema (draft 2020-12) of one file of a specification. Editors of YAML use it for completion and hover. It is
 * made from the tables that the loader uses. Every key carries its meaning in these languages, one paragraph for each.
 */
export function languageSchema(languages: readonly string[]): JsonSchema {
  const maps = PLACES.filter((place) => place !== 'root').map((place) => [place, mapSchema(place, languages)] as const);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Ninefold, language version 1',
    ...mapSchema('root', languages),
    $defs: { not_shown: notShown(), ...Object.fromEntries(maps) },
  };
}

function notShown(): JsonSchema {
  const long = {
    type: 'object',
    required: ['not_shown'],
    properties: { not_shown: SCALAR, ask: { type: 'string' } },
    additionalProperties: false,
  };
  return { anyOf: [{ const: 'not shown' }, long] };
}

function mapSchema(place: Place, languages: readonly string[]): JsonSchema {
  const keys = keysOf(place);
  const properties = Object.fromEntries(keys.map((one) => [one.key, keySchema(place, one, languages)]));
  return {
    type: 'object',
    properties: { ...properties, more: { const: 'not shown' } },
    ...restOf(place),
    ...byType(place, keys),
  };
}

/** In a role, each key that is no word of the language is an entity. */
function restOf(place: Place): JsonSchema {
  if (place !== 'role') return { additionalProperties: false };
  return { additionalProperties: open(schemaOf(GRANT_SHAPE)) };
}

function keySchema(place: Place, { key, shape, notYet }: LanguageKey, languages: readonly string[]): JsonSchema {
  const said = languages.map((language) => keyText(place, key, language)).filter((text) => text !== null);
  const note = notYet
    ? ['The running version does not enforce it yet: a specification that uses it does not start.']
    : [];
  return { description: [...said, ...note].join('\n\n'), ...open(schemaOf(shape)) };
}

/** `not shown` may stand everywhere. */
function open(schema: JsonSchema): JsonSchema {
  return Object.keys(schema).length === 0 ? {} : { anyOf: [schema, OPEN] };
}

/** A field has the keys of its type only. */
function byType(place: Place, keys: readonly LanguageKey[]): JsonSchema {
  if (place !== 'field') return {};
  const special = keys.filter(({ only }) => only !== null);
  const allOf = WRITTEN_TYPES.map((type) => ({
    if: { properties: { type: { const: type } }, required: ['type'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: {
      properties: Object.fromEntries(
        special.filter(({ only }) => only?.includes(type) === false).map(({ key }) => [key, false]),
      ),
    },
  }));
  return { allOf };
}

function schemaOf(shape: Shape): JsonSchema {
  switch (shape.is) {
    case 'flag':
      return { type: 'boolean' };
    case 'whole':
      return { type: 'integer', minimum: shape.min, maximum: shape.max };
    case 'word':
      return { enum: shape.words.map((word) => (/^\d+$/.test(word) ? Number(word) : word)) };
    case 'text':
    case 'name':
    case 'expression':
    case 'condition':
    case 'value':
      return SCALAR;
    case 'any':
      return {};
    case 'map':
      return { $ref: `#/$defs/${shape.place}` };
    case 'list':
      return { type: 'array', items: schemaOf(shape.of) };
    case 'either':
      return { anyOf: shape.of.map(schemaOf) };
    default:
      return thingsSchema(shape);
  }
}

/** A map of things under ids. Names of things that are declared elsewhere may contain a dot. */
function thingsSchema(shape: Extract<Shape, { is: 'things' | 'keyed' }>): JsonSchema {
  const menu = shape.is === 'things' && shape.kind === 'screen' ? { menu: schemaOf(MENU_SHAPE) } : {};
  return {
    type: 'object',
    properties: { more: { const: 'not shown' }, ...menu },
    ...(shape.is === 'things' ? { propertyNames: { pattern: ID_PATTERN } } : {}),
    additionalProperties: open(schemaOf(shape.of)),
  };
}
