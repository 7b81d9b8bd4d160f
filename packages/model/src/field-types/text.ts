import type { TextField } from '../ir/field.ts';
import type { TypeRules } from './rules.ts';
import { normalBlock, textToWire, wellFormed } from './text-rules.ts';

export const textRules: TypeRules<TextField> = {
  kind: 'string',
  type: () => ({ kind: 'text' }),
  normal: normalBlock,
  schema: () => wellFormed,
  toWire: textToWire,
};
