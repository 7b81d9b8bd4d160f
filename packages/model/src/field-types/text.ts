import type { TextField } from '../ir/field.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import type { TypeRules } from './rules.ts';
import { typedText, normalBlock, readText, textToWire, wellFormed } from './text-rules.ts';

export const textRules: TypeRules<TextField> = {
  kind: 'string',
  type: () => ({ kind: 'text' }),
  normal: normalBlock,
  schema: () => wellFormed,
  toWire: textToWire,
  bounded: 'length',
  read: readText,
  typed: (cell) => typedText(cell),
  words: (value) => value,
  traits: { ...PLAIN_TRAITS, prose: 'block' },
};
