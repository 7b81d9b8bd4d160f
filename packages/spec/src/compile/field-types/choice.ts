import type { ChoiceField, ChoicesField } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { PLAIN_DEFINITION, NOTHING, type FieldDefinition } from './definition.ts';
import type { FieldPlace } from './field-place.ts';
import { readOptions } from './options.ts';

export const choiceDefinition: FieldDefinition<ChoiceField> = {
  ...PLAIN_DEFINITION,
  keys: ['options'],
  build: buildOptions,
  needs: 'options',
  may: { ...PLAIN_DEFINITION.may, key: true },
};

export const choicesDefinition: FieldDefinition<ChoicesField> = {
  ...PLAIN_DEFINITION,
  keys: ['options'],
  build: buildOptions,
  within: { part: false, line: false, input: true },
  may: NOTHING,
};

/** Null where an option is wrong: no value of the field is judged then. */
function buildOptions(
  ctx: Context,
  map: LocatedMap,
  place: FieldPlace,
): { readonly options: readonly string[] } | null {
  const options = readOptions(ctx, map, place);
  return options === null ? null : { options };
}
