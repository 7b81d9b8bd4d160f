import type { SecretField } from '@ninefold/model';
import { NOTHING, PLAIN_DEFINITION, type FieldDefinition } from './definition.ts';
import { patternAt } from './string.ts';

export const secretDefinition: FieldDefinition<SecretField> = {
  ...PLAIN_DEFINITION,
  keys: ['pattern'],
  build: (ctx, map) => ({ pattern: patternAt(ctx, map) }),
  within: { part: true, line: false, input: true },
  may: NOTHING,
};
