import type { Expression, SequenceField } from '@ninefold/model';
import type { Located } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { expressionOf } from '../reading/expressions.ts';
import { get, nameAt, textAt } from '../reading/read.ts';
import { PLAIN_DEFINITION, type FieldDefinition } from './definition.ts';
import type { FieldPlace } from './field-place.ts';

/** What stands in braces and is a path of the record: `{team.code}`. The days are no fields. */
const PATH = /\{(?!yyyy\}|mm\})([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*)\}/g;

export const sequenceDefinition: FieldDefinition<SequenceField> = {
  ...PLAIN_DEFINITION,
  keys: ['pattern', 'given'],
  build: (ctx, map, place) => {
    const pattern = textAt(ctx, map, 'pattern') ?? '{00000}';
    const rest = pattern.replaceAll('{yyyy}', '').replaceAll('{mm}', '').replaceAll(PATH, '');
    const runs = rest.match(/\{0+\}/g) ?? [];
    const node = get(map, 'pattern');
    if (node !== null && (runs.length !== 1 || /[{}]/.test(rest.replace(/\{0+\}/, '')))) {
      ctx.report('NF0308', node.spot, { pattern });
    }
    const given = nameAt(ctx, map, 'given')?.text ?? null;
    return {
      pattern,
      per: pathsIn(ctx, node, { place, pattern }),
      given: given !== null && ctx.names.transitions(place.entity).includes(given) ? given : null,
    };
  },
  within: { part: false, line: false, input: false },
  may: { ...PLAIN_DEFINITION.may, search: true, key: true },
};

function pathsIn(
  ctx: Context,
  node: Located | null,
  { place, pattern }: { readonly place: FieldPlace; readonly pattern: string },
): Expression | null {
  const paths = [...pattern.matchAll(PATH)].map(([, path = '']) => `text(record.${path})`);
  if (node?.kind !== 'scalar' || paths.length === 0) return null;
  return expressionOf(ctx, { ...node, text: `[${paths.join(', ')}]` }, { variables: place.variables, expects: 'list' });
}
