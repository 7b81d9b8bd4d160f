import { namesNoDay } from '../typed/parse-date.ts';
import type { RuntimeErrorId } from '../catalogue/runtime-errors.ts';
import type { ChoiceField, ChoicesField, Field, LinesField } from '../ir/field.ts';
import type { Expression, Type } from '../ir/expression.ts';
import { STATE_FIELDS } from '../ir/system-fields.ts';
import { didList } from '../expressions/derived-lists.ts';
import { evaluate, holds } from '../expressions/evaluate.ts';
import { order } from '../expressions/functions/comparison.ts';
import { MAX_WHOLE_DIGITS } from '../field-types/integer.ts';
import { MAX_DIGITS } from '../field-types/number.ts';
import { boundedOf, malformed, sameValue, toWire, typeOf } from '../field-types/registry.ts';
import type { Bounded } from '../field-types/rules.ts';
import { hasOpenCurrency, hasOptions, innerFields, isLines, isTruth, ownExpressions } from '../field-types/traits.ts';
import { fromInteger, shortDecimal } from '../values/decimal.ts';
import { memoizedWeakly } from '../values/memo.ts';
import { fieldInPath, ownFieldsIn } from '../values/paths.ts';
import { fileIn } from '../values/stored-file.ts';
import { textLength } from '../values/text.ts';
import { fromWire, idOf, isList, isMap, memberOf, type Holder, type Scope, type Value } from '../values/value.ts';
import type { Problem, RecordValue, Wire } from '../wire/answers.ts';
import { currencyDecimals } from '../values/currencies.ts';
import { currencyIn, roundToCurrency } from './currency-in.ts';
import { creatingIn } from './creating-in.ts';
import { otherTargets } from './other-targets.ts';
import type { SettledWrite } from './settle.ts';
import { isAsked } from './settle-input.ts';
import { asSeen, hiddenInLine, visibleFields } from '../rights/seen.ts';

/**
 * What is wrong with single fields: type and format, required, bounds, `where`. Fields that the write leaves alone are judged
 * only where something that their own conditions read has changed.
 */
export function validateFields({ entity, before, record, changed, scope: given }: SettledWrite): readonly Problem[] {
  const scope = creatingIn(given, before);
  const seen = asSeen(entity, record, scope);
  const inScope: Scope = { ...scope, record: seen, before };
  const visible = visibleFields(entity, inScope);
  const concerned = new Set([...changed, ...movedBy({ before, record, scope })]);
  return Object.values(entity.fields)
    .filter(
      (field) => field.computed === null && visible.has(field.id) && (before === null || isConcerned(field, concerned)),
    )
    .flatMap((field) =>
      fieldProblems({ field, entity: entity.id, holder: seen, path: field.id, scope: inScope, beside: entity.fields }),
    );
}

/** What a transition changes beside fields: the state, and who has fired it. */
function movedBy({ before, record, scope }: Pick<SettledWrite, 'before' | 'record' | 'scope'>): readonly string[] {
  if (before === null) return [];
  const fired = typeof scope.transition === 'string' ? didList(scope.transition) : '';
  const people = (one: RecordValue): number => (Array.isArray(one[fired]) ? one[fired].length : 0);
  return [
    ...(before.state === record.state ? [] : STATE_FIELDS),
    ...(people(before) === people(record) ? [] : [fieldInPath(`record.${fired}`)]),
  ];
}

/** The same for the answers to a transition's own form; paths begin with `input.`. */
export function validateInput(
  fields: Readonly<Record<string, Field>>,
  entity: string,
  input: Holder,
  scope: Scope,
): readonly Problem[] {
  const inScope: Scope = { ...scope, input };
  return Object.values(fields)
    .filter((field) => isAsked(field, inScope))
    .flatMap((field) =>
      fieldProblems({ field, entity, holder: input, path: `input.${field.id}`, scope: inScope, beside: fields }),
    );
}

function isConcerned(field: Field, changed: ReadonlySet<string>): boolean {
  return changed.has(field.id) || fieldsOfConditions(field).some((read) => changed.has(read));
}

/** The fields of the record that decide what is asked of a field, or of the lines in it. */
const fieldsOfConditions = memoizedWeakly((field: Field): readonly string[] =>
  [field, ...Object.values(innerFields(field))].flatMap((one) =>
    [one.requiredWhen, one.visibleWhen, one.min, one.max, ...ownExpressions(one)].flatMap((condition) =>
      ownFieldsIn(condition?.reads ?? []),
    ),
  ),
);

interface Place {
  readonly field: Field;
  readonly entity: string;
  readonly holder: Holder;
  readonly path: string;
  readonly scope: Scope;
  /** The fields beside it, of the record or of the line, whose values may be malformed. */
  readonly beside: Readonly<Record<string, Field>>;
}

function fieldProblems(place: Place): readonly Problem[] {
  const { field, holder, path, scope } = place;
  const wire = holder[field.id] ?? null;
  const empty = wire === null || (Array.isArray(wire) && wire.length === 0);
  if (empty) {
    const required = field.required || (field.requiredWhen !== null && holds(field.requiredWhen, scope) === true);
    return required && !isTruth(field.type) ? [{ path, code: 'required', params: { field: field.id } }] : [];
  }
  const code = malformed(field, wire);
  if (code !== null)
    return [
      {
        path,
        code,
        params: {
          field: field.id,
          ...(hasOptions(field) ? { value: printable(strangerIn(field, wire)) } : {}),
          ...mostOf(field, code),
          ...(code === 'bad_date' && namesNoDay(printable(wire)) ? { day: printable(wire) } : {}),
        },
      },
    ];
  return [
    ...currencyProblems(place, wire),
    ...boundProblems(place, wire),
    ...offerProblems(place, wire),
    ...targetProblems(place),
    ...lineProblems(place, wire),
  ];
}

/** An amount is one of some currency: where the record is to say which, it has to, and the amount can be paid in it. */
function currencyProblems({ field, path, scope }: Place, wire: Wire): readonly Problem[] {
  if (!hasOpenCurrency(field)) return [];
  const code = currencyIn(field, scope);
  if (code === null) return [{ path, code: 'no_currency', params: { field: field.id } }];
  if (code === undefined || sameValue(field, wire, roundToCurrency(field, wire, scope))) return [];
  const max = Math.min(currencyDecimals(code), field.scale);
  return [{ path, code: 'too_many_decimals', params: { field: field.id, max } }];
}

/** How many digits or decimals the field takes, where there are too many of them. */
function mostOf(field: Field, code: RuntimeErrorId): { readonly max?: number } {
  const isDecimal = 'scale' in field;
  if (code === 'too_many_decimals') return { max: isDecimal ? field.scale : 0 };
  return code === 'too_many_digits' ? { max: isDecimal ? MAX_DIGITS : MAX_WHOLE_DIGITS } : {};
}

/** Of several options the first that is none; of one the value itself. */
function strangerIn({ options }: ChoiceField | ChoicesField, wire: Wire): Wire {
  return isList(wire) ? (wire.find((item) => typeof item !== 'string' || !options.includes(item)) ?? null) : wire;
}

function printable(value: Wire): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, 100)
    : '';
}

function lineProblems({ field, entity, path, scope }: Place, wire: Wire): readonly Problem[] {
  if (!isLines(field) || !isList(wire)) return [];
  const problems = wire.flatMap((value, index) => {
    const line = isMap(value) ? value : {};
    const hidden = hiddenInLine(field, line, scope);
    return Object.values(field.fields)
      .filter((inner) => inner.computed === null && !hidden.has(inner.id))
      .flatMap((inner) =>
        fieldProblems({
          field: inner,
          entity,
          holder: line,
          path: `${path}[${index}].${inner.id}`,
          scope: { ...scope, line },
          beside: field.fields,
        }),
      );
  });
  return [...problems, ...repeatedLines(field, path, wire)];
}

/** Values that have to be unique among the lines of the record, and stand in an earlier line too. */
function repeatedLines({ fields }: LinesField, path: string, lines: readonly Wire[]): readonly Problem[] {
  const unique = Object.values(fields).filter((inner) => inner.unique);
  return unique.flatMap((inner) => {
    const first = new Map<string, number>();
    return lines.flatMap((line, index): readonly Problem[] => {
      const value = memberOf(line, inner.id);
      if (sameValue(inner, value, null)) return [];
      const key = JSON.stringify(idOf(value) ?? value);
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, index);
      const params = { field: inner.id, line: (earlier ?? index) + 1 };
      return earlier === undefined ? [] : [{ path: `${path}[${index}].${inner.id}`, code: 'repeated_line', params }];
    });
  });
}

/**
 * A reference's `where` must hold of every record it names, that of a reference to a line as it stands; what is not loaded is left
 * to the server.
 */
function offerProblems({ field, path, scope }: Place, wire: Wire): readonly Problem[] {
  if (!('where' in field) || field.where === null) return [];
  const { where } = field;
  const options = isList(wire) ? wire : [wire];
  const refused = options.some((option) => isMap(option) && holds(where, { ...scope, option }) === false);
  return refused ? [{ path, code: 'not_offered', params: { field: field.id } }] : [];
}

/** Of the parts of a reference to one of several entities one at most is filled. */
function targetProblems({ field, holder, path }: Place): readonly Problem[] {
  const isSecond = otherTargets(field).some((other) => (holder[other] ?? null) !== null);
  return isSecond ? [{ path, code: 'too_many', params: { field: field.id, max: 1 } }] : [];
}

interface Measure {
  /** What a value is compared with its bounds by. */
  readonly of: (wire: Wire, type: Type) => Value;
  readonly codes: readonly [below: RuntimeErrorId, above: RuntimeErrorId];
  /** A bound as the refusal tells it. */
  readonly told: (bound: Value, field: Field) => Wire;
}

const itself = (wire: Wire, type: Type): Value => fromWire(wire, type) ?? null;
const sizeOf = (wire: Wire): Value =>
  fromInteger(typeof wire === 'string' ? textLength(wire) : Array.isArray(wire) ? wire.length : 1);
/** A file that is only named is measured once it is known. */
const bytesOf = (wire: Wire): Value => {
  const file = fileIn(wire);
  return file === null ? null : fromInteger(file.size);
};
const asNumber = (bound: Value): Wire => (typeof bound === 'bigint' ? Number(shortDecimal(bound)) : null);
const asInField = (bound: Value, field: Field): Wire => toWire(field, bound);

const MEASURES: Readonly<Record<Bounded, Measure>> = {
  value: { of: itself, codes: ['too_small', 'too_big'], told: asInField },
  moment: { of: itself, codes: ['too_early', 'too_late'], told: asInField },
  length: { of: sizeOf, codes: ['too_short', 'too_long'], told: asNumber },
  count: { of: sizeOf, codes: ['too_few', 'too_many'], told: asNumber },
  bytes: { of: bytesOf, codes: ['too_small', 'too_large'], told: asNumber },
};

function boundProblems(place: Place, wire: Wire): readonly Problem[] {
  const { field, entity, path } = place;
  if (field.min === null && field.max === null) return [];
  const bounded = boundedOf(field.type);
  if (bounded === null) return [];
  const { of, codes, told } = MEASURES[bounded];
  const value = of(wire, typeOf(field, entity));
  const below = crossed(field.min, value, place, (verdict) => verdict < 0);
  if (below !== null) return [{ path, code: codes[0], params: { field: field.id, min: told(below, field) } }];
  const above = crossed(field.max, value, place, (verdict) => verdict > 0);
  return above === null ? [] : [{ path, code: codes[1], params: { field: field.id, max: told(above, field) } }];
}

/** The bound that the value crosses, or null; a blank bound bounds nothing, nor does one that reads what cannot be read. */
function crossed(bound: Expression | null, value: Value, place: Place, test: (order: number) => boolean): Value {
  const limit = bound === null || readsMalformed(bound, place) ? null : (evaluate(bound, place.scope) ?? null);
  const verdict = limit === null ? null : order(value, limit);
  return verdict !== null && test(verdict) ? limit : null;
}

/** Whether an expression reads a field beside the one that it bounds whose value is malformed, which is told there. */
function readsMalformed({ reads }: Expression, { beside, holder }: Place): boolean {
  return reads.some((path) => {
    const field = /^(?:record|line|input)\./.test(path) ? beside[fieldInPath(path)] : undefined;
    const wire = field === undefined ? null : (holder[field.id] ?? null);
    return field !== undefined && wire !== null && wire !== '' && malformed(field, wire) !== null;
  });
}
