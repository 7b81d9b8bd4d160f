import type { TextField } from '@ninefold/model';
import { wordAt } from '../reading/read.ts';
import { NOTHING, PLAIN_DEFINITION, type FieldDefinition } from './definition.ts';

export const TEXT_FORMATS = ['plain', 'markdown'] as const;

export const textDefinition: FieldDefinition<TextField> = {
  ...PLAIN_DEFINITION,
  keys: ['format'],
  build: (ctx, map) => ({ format: wordAt(ctx, map, 'format', TEXT_FORMATS) ?? 'plain' }),
  may: { ...NOTHING, search: true },
};
