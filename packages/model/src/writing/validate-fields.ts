import type { Entity } from '../ir/entity.ts';
import type { Field } from '../ir/field.ts';
import type { Expression, Type } from '../ir/expression.ts';
import { evaluate, holds } from '../expressions/evaluate.ts';
import { order } from '../expressions/functions/comparison.ts';
import { kindOf, malformed, toWire, typeOf } from '../field-types/registry.ts';
import { fromInteger, shortDecimal } from '../values/decimal.ts';
import { textLength } from '../values/text.ts';
import { fromWire, type Holder, type Scope, type Value } from '../values/value.ts';
import type { Problem, RecordValue, Wire } from '../wire/answers.ts';
import { changedFields } from './changed-fields.ts';
import { currencyIn } from './currency-in.ts';
import { asSeen, visibleFields } from './visible.ts';

/** A settled write to validate. */
export interface SettledWrite {
  readonly entity: Entity;
  readonly before: RecordValue | null;
  readonly record: RecordValue;
  readonly scope: Scope;
}

/**
 * What is wrong with single fields: type and format, required, bounds, `where`. Fields that the write leaves alone are judged
 * only where something that their own conditions read has changed.
 */
export function validateFields({ entity, before, record, scope }: SettledWrite): readonly Problem[] {
  const seen = asSeen(entity, record, scope);
  const inScope: Scope = { ...scope, record: seen, before };
  const touched = new Set(changedFields(entity, before, record));
  const visible = visibleFields(entity, inScope);
  return Object.values(entity.fields)
    .filter(
      (field) => field.computed === null && visible.has(field.id) && (before === null || isConcerned(field, touched)),
    )
    .flatMap((field) => fieldProblems({ field, entity: entity.id, holder: seen, path: field.id, scope: inScope }));
}

/** The same for the answers to a transition's own form; paths begin with `input.`. */
export function validateInput(
  fields: Readonly<Record<string, Field>>,
  entity: string,
  input: Holder,
  scope: Scope,
): readonly Problem[] {
  const inScope: Scope = { ...scope, input };
  return Object.values(fields).flatMap((field) =>
    fieldProblems({ field, entity, holder: input, path: `input.${field.id}`, scope: inScope }),
  );
}

function isConcerned(field: Field, touched: ReadonlySet<string>): boolean {
  if (touched.has(field.id)) return true;
  const conditions = [
    field.requiredWhen,
    field.visibleWhen,
    field.min,
    field.max,
    field.type === 'reference' || field.type === 'references' ? field.where : null,
    field.type === 'money' ? field.currencyFrom : null,
  ];
  return conditions.some(
    (condition) => condition?.reads.some((path) => touched.has(path.split('.')[1] ?? '')) === true,
  );
}

interface Place {
  readonly field: Field;
  readonly entity: string;
  readonly holder: Holder;
  readonly path: string;
  readonly scope: Scope;
}

function fieldProblems(place: Place): readonly Problem[] {
  const { field, holder, path, scope } = place;
  const wire = holder[field.id] ?? null;
  const empty = wire === null || (Array.isArray(wire) && wire.length === 0);
  if (empty) {
    const required = field.required || (field.requiredWhen !== null && holds(field.requiredWhen, scope) === true);
    return required && kindOf(field.type) !== 'boolean'
      ? [{ path, code: 'required', params: { field: field.id } }]
      : [];
  }
  const code = malformed(field, wire as Wire);
  if (code !== null)
    return [
      {
        path,
        code,
        params: { field: field.id, ...(field.type === 'choice' ? { value: printable(wire as Wire) } : {}) },
      },
    ];
  return [
    ...currencyProblems(place),
    ...boundProblems(place, wire as Wire),
    ...offerProblems(place, wire as Wire),
    ...lineProblems(place, wire as Wire),
  ];
}

/** An amount is one of some currency: where the record is to say which, it has to. */
function currencyProblems({ field, path, scope }: Place): readonly Problem[] {
  const isOpen = field.type === 'money' && field.currencyFrom !== null && currencyIn(field, scope) === null;
  return isOpen ? [{ path, code: 'no_currency', params: { field: field.id } }] : [];
}

function printable(value: Wire): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, 100)
    : '';
}

function lineProblems({ field, entity, path, scope }: Place, wire: Wire): readonly Problem[] {
  if (field.type !== 'lines' || !Array.isArray(wire)) return [];
  return wire.flatMap((line: Wire, index) =>
    Object.values(field.fields)
      .filter((inner) => inner.computed === null)
      .flatMap((inner) =>
        fieldProblems({
          field: inner,
          entity,
          holder: line as Holder,
          path: `${path}[${index}].${inner.id}`,
          scope: { ...scope, line: line as Holder },
        }),
      ),
  );
}

/** A reference's `where` must hold of every record it names; what is not loaded is left to the server. */
function offerProblems({ field, path, scope }: Place, wire: Wire): readonly Problem[] {
  if ((field.type !== 'reference' && field.type !== 'references') || field.where === null) return [];
  const { where } = field;
  const options = Array.isArray(wire) ? wire : [wire];
  const refused = options.some((option: Wire) => holds(where, { ...scope, option: option as Holder }) === false);
  return refused ? [{ path, code: 'not_offered', params: { field: field.id } }] : [];
}

interface Measure {
  /** What is compared with the bounds. */
  readonly value: Value;
  readonly codes: readonly [below: string, above: string];
}

const COUNT_CODES = { string: ['too_short', 'too_long'], object: ['too_few', 'too_many'] } as const;

function measured(field: Field, type: Type, wire: Wire): Measure | null {
  const kind = kindOf(field.type);
  if (kind === 'number') return { value: fromWire(wire, type) ?? null, codes: ['too_small', 'too_big'] };
  if (kind === 'date') return { value: fromWire(wire, type) ?? null, codes: ['too_early', 'too_late'] };
  if (kind === 'boolean') return null;
  const size = typeof wire === 'string' ? textLength(wire) : Array.isArray(wire) ? wire.length : 1;
  return { value: fromInteger(size), codes: COUNT_CODES[kind] };
}

function boundProblems({ field, entity, path, scope }: Place, wire: Wire): readonly Problem[] {
  if (field.min === null && field.max === null) return [];
  const measure = measured(field, typeOf(field, entity), wire);
  if (measure === null) return [];
  const below = crossed(field.min, measure.value, scope, (verdict) => verdict < 0);
  if (below !== null)
    return [{ path, code: measure.codes[0], params: { field: field.id, min: boundText(field, below) } }];
  const above = crossed(field.max, measure.value, scope, (verdict) => verdict > 0);
  return above === null
    ? []
    : [{ path, code: measure.codes[1], params: { field: field.id, max: boundText(field, above) } }];
}

/** The bound that the value crosses, or null; a blank bound bounds nothing. */
function crossed(bound: Expression | null, value: Value, scope: Scope, test: (order: number) => boolean): Value {
  const limit = bound === null ? null : (evaluate(bound, scope) ?? null);
  const verdict = limit === null ? null : order(value, limit);
  return verdict !== null && test(verdict) ? limit : null;
}

function boundText(field: Field, bound: Value): Wire {
  const kind = kindOf(field.type);
  if (typeof bound === 'bigint') return kind === 'number' ? toWire(field, bound) : Number(shortDecimal(bound));
  return typeof bound === 'string' ? bound : null;
}
