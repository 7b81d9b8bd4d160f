import type { BooleanField } from '@ninefold/model';
import { PLAIN_DEFINITION, type FieldDefinition } from './definition.ts';

export const booleanDefinition: FieldDefinition<BooleanField> = {
  ...PLAIN_DEFINITION,
  build: () => ({}),
  bare: true,
  may: { ...PLAIN_DEFINITION.may, unique: false },
};
