import type { SequenceField } from '../ir/field.ts';
import type { TypeRules } from './rules.ts';
import { normalCode, textToWire, wellFormed } from './text-rules.ts';

export const sequenceRules: TypeRules<SequenceField> = {
  kind: 'string',
  type: () => ({ kind: 'text' }),
  normal: normalCode,
  schema: () => wellFormed,
  toWire: textToWire,
};
