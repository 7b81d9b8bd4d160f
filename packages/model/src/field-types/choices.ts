import type { ChoicesField } from '../ir/field.ts';
import { namedOption, optionParts, optionsSchema } from './options-rules.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import type { TypeRules } from './rules.ts';
import { sameList } from '../values/value.ts';
import { typedParts } from './text-rules.ts';

export const choicesRules: TypeRules<ChoicesField> = {
  kind: 'object',
  type: () => ({ kind: 'list', of: { kind: 'text' } }),
  normal: (value) => (value === null ? [] : Array.isArray(value) ? [...new Set(value)] : value),
  schema: optionsSchema,
  toWire: (value) => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []),
  same: (a, b) => sameList(a, b, (x, y) => x === y),
  bounded: 'count',
  read: (text, { options }) => {
    const parts = typedParts(text);
    return parts.every((part) => options.includes(part)) ? parts : undefined;
  },
  typed: (cell, field, context) =>
    optionParts(cell, field, context.options).map((part) => namedOption(field, part, context)),
  words: (value, { option }) => option(value),
  traits: { ...PLAIN_TRAITS, count: 'many', offers: true },
};
