import type { JsonField } from '@ninefold/model';
import { NOTHING, PLAIN_DEFINITION, type FieldDefinition } from './definition.ts';

export const jsonDefinition: FieldDefinition<JsonField> = {
  ...PLAIN_DEFINITION,
  build: () => ({}),
  within: { part: false, line: true, input: false },
  may: NOTHING,
};
