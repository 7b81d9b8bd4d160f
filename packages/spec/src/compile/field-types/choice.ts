import type { ChoiceField, ChoicesField } from '@ninefold/model';
import { PLAIN_DEFINITION, NOTHING, type FieldDefinition } from './definition.ts';
import { readOptions } from './options.ts';

export const choiceDefinition: FieldDefinition<ChoiceField> = {
  ...PLAIN_DEFINITION,
  keys: ['options'],
  build: readOptions,
  needs: 'options',
  may: { ...PLAIN_DEFINITION.may, key: true },
};

export const choicesDefinition: FieldDefinition<ChoicesField> = {
  ...PLAIN_DEFINITION,
  keys: ['options'],
  build: readOptions,
  within: { part: false, line: false, input: true },
  may: NOTHING,
};
