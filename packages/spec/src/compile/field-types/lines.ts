import type { LinesField } from '@ninefold/model';
import { get, mapOf } from '../reading/read.ts';
import { NOTHING, PLAIN_DEFINITION, type FieldDefinition } from './definition.ts';

export const linesDefinition: FieldDefinition<LinesField> = {
  ...PLAIN_DEFINITION,
  keys: ['fields'],
  build: (ctx, map, place) => ({
    fields: place.buildLines(ctx, mapOf(ctx, get(map, 'fields')), {
      ...place,
      kind: 'line',
      lines: place.id,
      id: '',
      textKey: `${place.textKey}.fields`,
    }),
  }),
  within: { part: false, line: false, input: false },
  may: NOTHING,
};
