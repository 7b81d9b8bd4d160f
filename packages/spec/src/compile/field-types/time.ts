import type { TimeField } from '@ninefold/model';
import { PLAIN_DEFINITION, type FieldDefinition } from './definition.ts';

export const timeDefinition: FieldDefinition<TimeField> = { ...PLAIN_DEFINITION, build: () => ({}) };
