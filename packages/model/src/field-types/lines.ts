import { errorId } from '../catalogue/runtime-errors.ts';
import * as v from 'valibot';
import type { LinesField } from '../ir/field.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import type { TypeRules } from './rules.ts';
import { typedText } from './text-rules.ts';
import type { Wire } from '../wire/answers.ts';
import { flat } from '../values/parts.ts';
import { idOf, isHolder, isList, isMap, memberOf, sameList } from '../values/value.ts';

/** The lines themselves; each line's fields are normalised and validated one by one. */
export const linesRules: TypeRules<LinesField> = {
  kind: 'object',
  type: (field, entity) => ({ kind: 'list', of: { kind: 'line', entity, field: field.id } }),
  normal: (value) => value ?? [],
  schema: () => v.array(v.record(v.string(), v.unknown(), errorId('bad_type')), errorId('bad_type')),
  toWire: (value) => (isList(value) ? value.filter((line) => isHolder(line)) : []),
  same: (a, b, { fields }, sameInner) =>
    sameList(
      a,
      b,
      (x, y) =>
        idOf(x) === idOf(y) &&
        Object.values(fields).every((inner) => sameInner(inner, memberOf(x, inner.id), memberOf(y, inner.id))),
    ),
  bounded: 'count',
  read: null,
  typed(cell, { fields }, { json }) {
    const lines = json(typedText(cell)) ?? typedText(cell);
    return isList(lines) ? lines.map((line: Wire) => (isMap(line) ? flat(line, fields) : line)) : lines;
  },
  words: (value) => value,
  traits: { ...PLAIN_TRAITS, count: 'many', nests: true },
};
