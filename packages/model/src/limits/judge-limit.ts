import { fieldOfLimit, fieldToSet, hasAnyDecimals, isListLimit } from '../field-types/limit-fields.ts';
import { malformed, normalValue } from '../field-types/registry.ts';
import { isOneReference } from '../field-types/traits.ts';
import type { Field } from '../ir/field.ts';
import type { LimitEntry, LimitHeld } from '../ir/limit.ts';
import { scopeAt, type Held, type WithLimits } from '../values/limit-values.ts';
import { idOf, isList, isMap } from '../values/value.ts';
import type { Problem, Wire } from '../wire/answers.ts';
import { validateInput } from '../writing/validate-fields.ts';

/** A limit as somebody wants to set it: what it then holds, and what is wrong with that. */
export interface JudgedLimit {
  readonly held: Held;
  readonly problems: readonly Problem[];
}

/** What a limit depends on beside itself. */
type Place = WithLimits & { readonly currency: string | null };

const DAY: Field = fieldOfLimit({ id: 'from', type: 'date', to: null, options: [], scale: null }, null);

/** Judges what a limit is to be set to, the same in browser and server. `sent` is what was sent: `value`, or `values`. */
export function judgeLimit(
  limit: LimitEntry,
  sent: Readonly<Record<string, Wire | undefined>>,
  place: Place,
): JudgedLimit {
  const isDated = limit.most > 0 || limit.dated.length > 0;
  const name = isDated ? 'values' : 'value';
  const given = sent[name] ?? null;
  if (!isDated) {
    const { value, problems } = judgeValue(limit, given, 'value', place);
    return { held: { value, dated: [] }, problems };
  }
  return judgeDays(limit, isList(given) ? given : [], place);
}

function judgeDays(limit: LimitEntry, rows: readonly Wire[], place: Place): JudgedLimit {
  const problems: Problem[] = [];
  const dated = rows.map((row, index) => {
    const held = isMap(row) ? row : {};
    const path = `values[${String(index)}]`;
    const from = normalValue(DAY, held['from'] ?? null);
    problems.push(...dayProblems(from, `${path}.from`));
    const judged = judgeValue(limit, held['value'] ?? null, `${path}.value`, place);
    problems.push(...judged.problems);
    return { from: String(from), value: judged.value };
  });
  const days = dated.map(({ from }) => from);
  const twice = days.findIndex((day, index) => days.indexOf(day) < index);
  if (twice >= 0) {
    const line = days.indexOf(days[twice] ?? '') + 1;
    problems.push({ path: `values[${String(twice)}].from`, code: 'repeated_line', params: { line } });
  }
  if (rows.length === 0) problems.push({ path: 'values', code: 'required', params: { field: limit.id } });
  const most = Math.max(limit.most, limit.dated.length);
  if (rows.length > most) problems.push({ path: 'values', code: 'too_many', params: { field: limit.id, max: most } });
  return { held: { value: null, dated: dated.toSorted((a, b) => (a.from < b.from ? -1 : 1)) }, problems };
}

function dayProblems(from: Wire, path: string): readonly Problem[] {
  if (from === null) return [{ path, code: 'required', params: { field: 'from' } }];
  const code = malformed(DAY, from);
  return code === null ? [] : [{ path, code, params: { field: 'from' } }];
}

interface JudgedValue {
  readonly value: LimitHeld;
  readonly problems: readonly Problem[];
}

function judgeValue(limit: LimitEntry, sent: Wire, path: string, place: Place): JudgedValue {
  const field = fieldToSet(limit, place.currency);
  if (!isListLimit(limit)) return judgeOne(field, sent, { path, place });
  if (!isList(sent)) return { value: null, problems: [{ path, code: 'required', params: { field: limit.id } }] };
  const judged = sent.map((item, index) => judgeOne(field, item, { path: `${path}[${String(index)}]`, place }));
  const values = judged.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  return { value: [...new Set(values)].toSorted(), problems: judged.flatMap(({ problems }) => problems) };
}

function judgeOne(
  field: Field,
  sent: Wire,
  { path, place }: { readonly path: string; readonly place: Place },
): JudgedValue {
  const given = isOneReference(field) && typeof sent === 'string' ? { id: sent } : sent;
  const value = normalValue(field, given);
  const scope = scopeAt(place, NO_MOMENT);
  const problems = validateInput({ [field.id]: field }, '', { [field.id]: value }, scope);
  return { value: heldOf(field, value), problems: problems.map((problem) => ({ ...problem, path })) };
}

/** The bounds of a limit read no clock. */
const NO_MOMENT = '2000-01-01T00:00:00.000Z';

/** A number that may have any decimals keeps those that were given. */
function heldOf(field: Field, value: Wire): LimitHeld {
  if (isMap(value)) return idOf(value);
  if (typeof value === 'string' && hasAnyDecimals(field))
    return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** Whether a value that was set in an earlier version of the specification is one that this one takes. */
export function heldFits(limit: LimitEntry, { value, dated }: Held, place: Place): boolean {
  const isDated = limit.most > 0 || limit.dated.length > 0;
  if (limit.editableBy.length === 0 || isDated !== dated.length > 0) return false;
  return judgeLimit(limit, isDated ? { values: dated as unknown as Wire } : { value }, place).problems.length === 0; // dated values are plain JSON
}
