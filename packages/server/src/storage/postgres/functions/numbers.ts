/** Exact numbers as the language has them: 10 decimals, rounded half away from zero, blank from 10^15 on and for a division by zero. */
export const NUMBER_FUNCTIONS: readonly string[] = [
  pure('nf_bounded(a numeric)', 'numeric', 'CASE WHEN abs(a) < 1000000000000000 THEN a END'),
  pure('nf_multiply(a numeric, b numeric)', 'numeric', 'nf_bounded(round(a * b, 10))'),
  pure(
    'nf_divide(a numeric, b numeric)',
    'numeric',
    'nf_bounded(sign(a) * sign(b) * div(abs(a) * 20000000000 + abs(b), nullif(abs(b) * 2, 0)) * 0.0000000001)',
  ),
  pure('nf_quotient(a numeric, b numeric)', 'numeric', 'nf_bounded(div(a, nullif(b, 0)))'),
  pure('nf_round(a numeric, places numeric)', 'numeric', 'round(a, least(greatest(trunc(places), 0), 10)::integer)'),
  pure('nf_number_text(a numeric)', 'text', 'trim_scale(a)::text'),
];

/** A function of the database whose value depends on its arguments only. */
export function pure(signature: string, type: string, body: string): string {
  return `CREATE OR REPLACE FUNCTION ${signature} RETURNS ${type} LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT ${body} $$`;
}
