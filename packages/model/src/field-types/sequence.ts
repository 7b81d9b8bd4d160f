import type { SequenceField } from '../ir/field.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import type { TypeRules } from './rules.ts';
import { typedText, normalCode, readText, textToWire, wellFormed } from './text-rules.ts';

export const sequenceRules: TypeRules<SequenceField> = {
  kind: 'string',
  type: () => ({ kind: 'text' }),
  normal: normalCode,
  schema: () => wellFormed,
  toWire: textToWire,
  bounded: null,
  read: readText,
  typed: (cell) => typedText(cell),
  words: (value) => value,
  traits: { ...PLAIN_TRAITS, drawn: true, expressions: ['per'] },
};
