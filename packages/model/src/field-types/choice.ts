import type { ChoiceField } from '../ir/field.ts';
import { namedOption, optionSchema } from './options-rules.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import type { TypeRules } from './rules.ts';
import { typedText, normalLine, textToWire } from './text-rules.ts';

export const choiceRules: TypeRules<ChoiceField> = {
  kind: 'string',
  type: () => ({ kind: 'text' }),
  normal: normalLine,
  schema: optionSchema,
  toWire: textToWire,
  bounded: null,
  read: (text, { options }) => (options.includes(text.trim()) ? text.trim() : undefined),
  typed: (cell, field, context) => namedOption(field, typedText(cell), context),
  words: (value, { option }) => option(value),
  traits: { ...PLAIN_TRAITS, offers: true, titledInWords: true },
};
