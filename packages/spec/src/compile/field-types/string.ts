import { readPattern, type StringField } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { get, textAt, wordAt } from '../reading/read.ts';
import { PLAIN_DEFINITION, type FieldDefinition } from './definition.ts';

export const STRING_FORMATS = ['email', 'url', 'phone', 'code'] as const;

/** The regular expression that the whole of a text fits. */
export function patternAt(ctx: Context, map: LocatedMap): string | null {
  const pattern = textAt(ctx, map, 'pattern');
  const node = get(map, 'pattern');
  if (pattern !== null && node !== null && !('pattern' in readPattern(pattern)))
    ctx.report('NF0308', node.spot, { pattern });
  return pattern;
}

export const stringDefinition: FieldDefinition<StringField> = {
  ...PLAIN_DEFINITION,
  keys: ['format', 'pattern', 'sort_by'],
  build: (ctx, map) => ({ format: wordAt(ctx, map, 'format', STRING_FORMATS), pattern: patternAt(ctx, map) }),
  may: { ...PLAIN_DEFINITION.may, search: true, key: true },
};
