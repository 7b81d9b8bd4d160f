import type { SequenceField } from '@ninefold/model';
import { get, nameAt, textAt } from '../reading/read.ts';
import { PLAIN_DEFINITION, type FieldDefinition } from './definition.ts';

export const sequenceDefinition: FieldDefinition<SequenceField> = {
  ...PLAIN_DEFINITION,
  keys: ['pattern', 'given'],
  build: (ctx, map, place) => {
    const pattern = textAt(ctx, map, 'pattern') ?? '{00000}';
    const rest = pattern.replaceAll('{yyyy}', '').replaceAll('{mm}', '');
    const runs = rest.match(/\{0+\}/g) ?? [];
    const node = get(map, 'pattern');
    if (node !== null && (runs.length !== 1 || /[{}]/.test(rest.replace(/\{0+\}/, '')))) {
      ctx.report('NF0308', node.spot, { pattern });
    }
    const given = nameAt(ctx, map, 'given')?.text ?? null;
    return { pattern, given: given !== null && ctx.names.transitions(place.entity).includes(given) ? given : null };
  },
  within: { part: false, line: false, input: false },
  may: { ...PLAIN_DEFINITION.may, search: true, key: true },
};
