import { type Entity, type Field, isProse, isTranslated, type Model } from '@ninefold/model';
import { inOrder, rankedInOrder } from '../columns/in-order.ts';
import { columnOf } from '../columns/registry.ts';
import type { Dialect } from '../database/dialect.ts';
import { comparedByRules } from '../schema/indexes.ts';
import { quoted } from '../sql/names.ts';
import type { AskedShape } from './asked-shape.ts';

/** What an index has to have so that a shape of lists is answered from it. Parts are as they stand in SQL. */
export interface WantedIndex {
  readonly entity: string;
  /** Parts that the rows have one value of: they come first, in any order. */
  readonly fixed: readonly string[];
  /** What comes behind them, in this order: the order of the rows, or what they are narrowed by. */
  readonly ordered: readonly string[];
  /** What the rows of a row condition have in common: it comes behind `fixed` where there is no order; otherwise it is beside. */
  readonly common: readonly string[];
  /** What else is compared or read of each row, in any order. */
  readonly beside: readonly string[];
}

/** So many parts at most. */
export const MOST_PARTS = 10;

const ONE_VALUE: ReadonlySet<string> = new Set(['eq', 'blank']);
const NARROWING: ReadonlySet<string> = new Set(['in', 'lt', 'le', 'gt', 'ge']);
const SYSTEM: Readonly<Record<string, string>> = {
  ...{ state: 'state', state_final: 'state', state_since: 'state_since' },
  ...{ created_at: 'created_at', changed_at: 'changed_at', created_by: 'created_by', changed_by: 'changed_by' },
};

/** The index that a shape would be answered from; null where none would help. */
export function wantedIndex(model: Model, dialect: Dialect, shape: AskedShape): WantedIndex | null {
  const entity = Object.hasOwn(model.entities, shape.entity) ? model.entities[shape.entity] : undefined;
  if (entity === undefined) return null;
  const rules = shape.restricted ? comparedByRules(model, entity) : { first: null, judged: [] };
  const named = (ops: ReadonlySet<string>): readonly string[] =>
    shape.filters.flatMap(({ field, op }) => (ops.has(op) ? (keyColumn(dialect, entity, field) ?? []) : []));
  const equal = named(ONE_VALUE);
  const sorted = sortedParts(dialect, entity, shape.sort);
  const grouped = shape.group.map((field) => keyColumn(dialect, entity, field));
  if (sorted === null || grouped.includes(null)) return null;
  const fixed = unique(equal).map(quoted);
  const inGroups = grouped.flatMap((name) => (name === null ? [] : [quoted(name)]));
  const given = [...inGroups, ...sorted];
  const narrowing = named(NARROWING).map(quoted);
  const ordered = unique(given.length > 0 ? given : narrowing.slice(0, 1)).filter((part) => !fixed.includes(part));
  const looked = [...shape.filters.map(({ field }) => field), ...shape.measured].flatMap(
    (field) => shortColumn(entity, field) ?? [],
  );
  if (equal.length + ordered.length + looked.length === 0) return null;
  const first = [...fixed, ...ordered];
  const common = rules.first === null || first.includes(quoted(rules.first)) ? [] : [quoted(rules.first)];
  const beside = unique([...looked, ...rules.judged].map(quoted)).filter(
    (part) => ![...first, ...common].includes(part),
  );
  return { entity: entity.id, fixed, ordered, common, beside };
}

/** The parts of the index itself. The id stands behind what fixes the rows and their order, so that pages are in its order. */
export function partsOf({ fixed, ordered, common, beside }: Omit<WantedIndex, 'entity'>): readonly string[] {
  const [soon, last] = ordered.length === 0 ? [common, []] : [[], common];
  return unique([...fixed, ...soon, ...ordered, quoted('id'), ...last, ...beside]);
}

/** Whether an index with these parts answers it. */
export function isServedBy({ fixed, ordered, common, beside }: WantedIndex, parts: readonly string[]): boolean {
  const first = new Set(parts.slice(0, fixed.length));
  const isFirst = fixed.every((part) => first.has(part));
  const follows = ordered.every((part, at) => parts[fixed.length + at] === part);
  return isFirst && follows && [...common, ...beside].every((part) => parts.includes(part));
}

function unique(parts: readonly string[]): readonly string[] {
  return [...new Set(parts)];
}

/** The column that a filter of this name looks at, where it can lead an index; null for any other. */
function keyColumn(dialect: Dialect, entity: Entity, name: string): string | null {
  const field = fieldNamed(entity, name);
  const isKey = field === undefined || columnOf(field)?.short === true || isLongKey(dialect, field);
  return isKey ? columnNamed(entity, name) : null;
}

/** The same where its values are short. */
function shortColumn(entity: Entity, name: string): string | null {
  const field = fieldNamed(entity, name);
  return field === undefined || columnOf(field)?.short === true ? columnNamed(entity, name) : null;
}

function columnNamed(entity: Entity, name: string): string | null {
  const field = fieldNamed(entity, name);
  if (field !== undefined) return columnOf(field) === null ? null : name;
  if (name.startsWith('state') && entity.lifecycle === null) return null;
  return SYSTEM[name] ?? null;
}

function fieldNamed(entity: Entity, name: string): Field | undefined {
  return Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
}

function isLongKey({ schema }: Dialect, field: Field): boolean {
  return schema.takesLongKeys && columnOf(field) !== null && isProse(field.type, 'line');
}

/** What rows are ordered by; null where that is not in the row. */
function sortedParts(dialect: Dialect, entity: Entity, sort: readonly string[]): readonly string[] | null {
  const parts: string[] = [];
  for (const entry of sort) {
    const name = entry.replace(/^[-+]/, '');
    const part = sortedPart(dialect, entity, name);
    if (part === null) return null;
    parts.push(part);
  }
  return parts;
}

function sortedPart(dialect: Dialect, entity: Entity, name: string): string | null {
  if (name === 'state' && entity.lifecycle)
    return expression(rankedInOrder(quoted('state'), Object.keys(entity.lifecycle.states)).text);
  const field = fieldNamed(entity, name);
  if (field === undefined) return ['created_at', 'changed_at'].includes(name) ? quoted(name) : null;
  if (field.sortBy !== null || isTranslated(field) || keyColumn(dialect, entity, name) === null) return null;
  const ordered = inOrder(dialect.caseless, entity, field, quoted(name));
  return ordered === null ? null : expression(ordered.text);
}

/** A part of an index that is neither a column nor a call stands in brackets. */
function expression(text: string): string {
  return text.startsWith('CASE') ? `(${text})` : text;
}
