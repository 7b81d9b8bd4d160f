import { normalValue } from '../field-types/registry.ts';
import { isOneReference } from '../field-types/traits.ts';
import type { Field } from '../ir/field.ts';
import { memoizedWeakly } from '../values/memo.ts';
import { objectOf, partId } from '../values/parts.ts';
import type { Wire } from '../wire/answers.ts';

// A reference to one of several entities has a part for each of them (`whom.user`, `whom.team`), of which one at most is filled.

type Fields = Readonly<Record<string, Field>>;
type Values = Readonly<Record<string, Wire>>;

/** The ids of the parts beside this one; none of a field that is no such part. */
export function otherTargets(field: Field): readonly string[] {
  if (!isOneReference(field)) return [];
  const whole = objectOf(field.id);
  return whole === null ? [] : field.alsoTo.map((entity) => partId(whole, entity));
}

const haveTargets = memoizedWeakly((fields: Fields): boolean =>
  Object.values(fields).some((field) => otherTargets(field).length > 0),
);

/** What is sent, and a blank for each other part of a reference of which one part is sent with a record. */
export function withOneTarget(fields: Fields, sent: Values): Values {
  if (!haveTargets(fields)) return sent;
  const blanks = Object.keys(sent).flatMap((id) => {
    const field = Object.hasOwn(fields, id) ? fields[id] : undefined;
    const others = field === undefined ? [] : otherTargets(field);
    if (field === undefined || others.length === 0 || normalValue(field, sent[id] ?? null) === null) return [];
    return others.filter((other) => !Object.hasOwn(sent, other));
  });
  return blanks.length === 0 ? sent : { ...sent, ...Object.fromEntries(blanks.map((id) => [id, null])) };
}
