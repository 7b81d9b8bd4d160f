import type { DurationField } from '@ninefold/model';
import { PLAIN_DEFINITION, type FieldDefinition } from './definition.ts';

export const durationDefinition: FieldDefinition<DurationField> = { ...PLAIN_DEFINITION, build: () => ({}) };
