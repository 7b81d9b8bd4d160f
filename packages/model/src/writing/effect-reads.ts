import type { Effect, EffectValue, FieldValue } from '../ir/effect.ts';
import type { Expression } from '../ir/expression.ts';

const READS: {
  readonly [K in Effect['effect']]: (effect: Extract<Effect, { readonly effect: K }>) => readonly Expression[];
} = {
  create: ({ each, values }) => [
    ...(each === null ? [] : [each]),
    ...values.flatMap(valuesIn).map(({ value }) => value),
  ],
  fire: ({ each }) => [each],
  notify: ({ to }) => [to],
  call: ({ request: { url, when, body, headers, writes } }) => [
    url,
    ...(when === null ? [] : [when]),
    ...[body, headers, writes].flatMap((values) => Object.values(values)),
  ],
};

/** The expressions that an effect works out, those of the lines that it writes included. */
export function expressionsOf(effect: Effect): readonly Expression[] {
  const read = READS[effect.effect] as (effect: Effect) => readonly Expression[]; // the table pairs each kind with its effect
  return read(effect);
}

function valuesIn(value: EffectValue): readonly FieldValue[] {
  return 'lines' in value ? value.lines.flat() : [value];
}
