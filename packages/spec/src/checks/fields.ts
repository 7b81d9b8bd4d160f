import { mayBe } from '../compile/field-types/registry.ts';
import {
  type Entity,
  type Expression,
  type Field,
  findOf,
  innerFields,
  isDrawn,
  isLines,
  isOneReference,
  isProse,
  isReference,
  isSecret,
  malformed,
  type Model,
  parseDecimal,
  READS_OF_RECORDS,
} from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import { unknown } from '../compile/reading/read.ts';
import type { CheckId } from '../issues/checks.ts';
import { isGivenByItself } from '../reasoning/lacking.ts';

/** Checks on fields that need other fields, other entities or the roles. */
export function checkFields(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    for (const field of Object.values(entity.fields)) checkField(ctx, field, `${entity.id}.${field.id}`);
    for (const field of Object.values(entity.fields)) checkReading(ctx, entity, field);
    for (const lines of Object.values(entity.fields))
      for (const inner of Object.values(innerFields(lines)))
        checkUnique(ctx, `${entity.id}.${lines.id}.${inner.id}`, inner);
  }
  checkInverses(ctx, model);
}

function tell(ctx: Context, place: string, id: CheckId, name: string): void {
  const spot = ctx.spots.get(place);
  if (spot) ctx.report(id, spot, { name });
}

function tellBoth(ctx: Context, place: string, second: string): void {
  const spot = ctx.spots.get(place);
  if (spot) ctx.report('NF0112', spot, { first: 'computed', second });
}

function checkField(ctx: Context, field: Field, path: string): void {
  const at = `field ${path}`;
  if (field.computed?.live === true && (field.index || field.search)) tell(ctx, at, 'NF0313', path);
  checkUnique(ctx, path, field);
  if (field.computed !== null) {
    const second = field.default !== null ? 'default' : field.copy !== null ? 'copy' : findOf(field) ? 'find' : null;
    if (second !== null) tellBoth(ctx, at, second);
  }
  checkFlags(ctx, at, field);
  if (isAbove(field.min, field.max)) tell(ctx, `min ${path}`, 'NF0310', path);
  if (!isOwnValue(field)) tell(ctx, `default ${path}`, 'NF0325', path);
  if (isOneReference(field) && field.onDelete === 'clear' && field.required) tell(ctx, at, 'NF0314', path);
  if (field.required && (field.computed !== null || isNeverFilled(field))) tell(ctx, at, 'NF0311', path);
  if (isLines(field)) {
    for (const inner of Object.values(field.fields)) checkField(ctx, inner, `${path}.${inner.id}`);
  }
}

/** The field in `sort_by` must be another text of the same record. */
function checkReading(ctx: Context, entity: Entity, field: Field): void {
  const spot = ctx.spots.get(`sort_by ${entity.id}.${field.id}`);
  if (field.sortBy === null || !spot) return;
  const reading = Object.hasOwn(entity.fields, field.sortBy) ? entity.fields[field.sortBy] : undefined;
  const texts = Object.values(entity.fields).filter(({ id, type }) => isProse(type, 'line') && id !== field.id);
  if (!reading)
    unknown(
      ctx,
      'NF0202',
      { text: field.sortBy, spot },
      texts.map(({ id }) => id),
    );
  else if (!texts.includes(reading)) ctx.report('NF0317', spot, { name: 'sort_by', type: reading.type });
}

/** Whether values can be unique: of a record among all, of a line among those of its record. */
function checkUnique(ctx: Context, path: string, field: Field): void {
  if (!field.unique) return;
  if (field.computed?.live === true) tell(ctx, `field ${path}`, 'NF0313', path);
  const spot = mayBe(field.type, 'unique') ? undefined : ctx.spots.get(`field ${path}`);
  if (spot) ctx.report('NF0317', spot, { name: 'unique', type: field.type });
}

/** What gives a secret a value, or bounds it, without anybody who writes it. */
const NOT_OF_SECRETS = ['computed', 'copy', 'min', 'max'] as const;

function checkFlags(ctx: Context, place: string, field: Field): void {
  for (const key of isSecret(field) ? NOT_OF_SECRETS : []) {
    const spot = field[key] === null ? undefined : ctx.spots.get(place);
    if (spot) ctx.report('NF0317', spot, { name: key, type: field.type });
  }
  for (const flag of ['index', 'search'] as const) {
    const spot = field[flag] && !mayBe(field.type, flag) ? ctx.spots.get(place) : undefined;
    if (spot) ctx.report('NF0317', spot, { name: flag, type: field.type });
  }
}

/** Whether nothing gives the field a value when the record is created. */
function isNeverFilled(field: Field): boolean {
  if (isDrawn(field)) return field.given !== null && field.given !== 'create';
  return field.readOnly && !isGivenByItself(field);
}

function isAbove(min: Expression | null, max: Expression | null): boolean {
  const low = literalNumber(min);
  const high = literalNumber(max);
  return low !== null && high !== null && low > high;
}

/** Whether the field would accept its literal default if a person sent it. */
function isOwnValue(field: Field): boolean {
  const tree = field.default?.tree;
  if (tree?.node !== 'literal' || typeof tree.value !== 'string' || tree.value === '') return true;
  const isText = isProse(field.type);
  if (isText && malformed(field, tree.value) !== null) return false;
  const value = isText ? BigInt([...tree.value].length) * 10n ** 10n : literalNumber(field.default);
  const [low, high] = [literalNumber(field.min), literalNumber(field.max)];
  return value === null || ((low === null || value >= low) && (high === null || value <= high));
}

function literalNumber(bound: Expression | null): bigint | null {
  const tree = bound?.tree;
  if (tree?.node !== 'literal' || tree.type.kind !== 'number' || typeof tree.value !== 'string') return null;
  return parseDecimal(tree.value);
}

/** The other direction of a reference is a name on its target. Each name must have one meaning. */
function checkInverses(ctx: Context, model: Model): void {
  const taken = new Set<string>();
  for (const entity of Object.values(model.entities)) {
    for (const field of Object.values(entity.fields)) {
      if (!isReference(field)) continue;
      const name = `${field.to}.${field.inverse}`;
      const clashes =
        READS_OF_RECORDS.includes(field.inverse) ||
        taken.has(name) ||
        Object.hasOwn(model.entities[field.to]?.fields ?? {}, field.inverse);
      if (clashes) tell(ctx, `field ${entity.id}.${field.id}`, 'NF0307', field.inverse);
      taken.add(name);
    }
  }
}
