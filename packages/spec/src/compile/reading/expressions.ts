import { type Condition, type Expression, type Field, partId, partsOf, type Type } from '@ninefold/model';
import { checkExpression } from '../../expressions/check.ts';
import { namesWithin, targetsAmong } from '../../expressions/schema/schema-of.ts';
import { type Mention, COMMON_VARIABLES, type Place, type Schema } from '../../expressions/schema/place.ts';
import { BROKEN, FORM } from '../../expressions/schema/types.ts';
import type { Located, LocatedScalar, Spot } from '../../located.ts';
import type { Context, TracedExpression } from './context.ts';
import { typeIn } from './field-type.ts';
import { meantInstead } from './meant-value.ts';

/** Names that exist at a place beside `limits`, `now` and `today`. */
export type Variables = Readonly<Record<string, Type>>;

export interface ExpressionPlace {
  readonly variables: Variables;
  /** For row conditions and guards: a comparison whose `user` side is blank is undecided. */
  readonly guarded?: boolean;
  /** For row conditions: the database decides them. */
  readonly asRows?: boolean;
  /** For guards of transitions that people fire: `verify` may stand there. */
  readonly verifies?: boolean;
  readonly expects?: Type['kind'];
  /** The currency, where an amount is expected. */
  readonly currency?: string;
  /** The entity, where a record or a list of records is expected. */
  readonly of?: string;
  /** The fields of the transition's own form, where `input` exists. */
  readonly input?: Readonly<Record<string, Field>>;
  /** Lines that know their record under the name of its entity: those that a reference to a line may pick. */
  readonly hasRecord?: Extract<Type, { readonly kind: 'line' }>;
}

/**
 * Compiles an expression at a place that takes only expressions. Null where it is absent, not shown or wrong; what is
 * wrong is reported.
 */
export function expressionOf(ctx: Context, node: Located | null, place: ExpressionPlace): Expression | null {
  if (node === null || node.kind === 'open' || ctx.schema === null) return null;
  if (node.kind !== 'scalar') {
    ctx.report('NF0104', node.spot);
    return null;
  }
  const { lead, source } = sourceOf(node);
  const where: Place = {
    variables: { ...COMMON_VARIABLES, ...place.variables },
    schema: withRecord(withInput(ctx, ctx.schema, place.input), place.hasRecord),
    guarded: place.guarded ?? false,
    asRows: place.asRows ?? false,
    verifies: place.verifies ?? false,
    ...(place.expects === undefined ? {} : { expects: place.expects }),
    ...(place.currency === undefined ? {} : { currency: place.currency }),
  };
  const { expression, issues } = checkExpression(
    source,
    traced(ctx, node, { lead: lead.length, source, place: where }),
  );
  for (const issue of issues) {
    ctx.reportAny(issue.id, within(node, lead.length + issue.start, lead.length + issue.end), issue.params);
  }
  if (issues.length > 0 || expression === null) return null;
  for (const path of expression.reads) if (path.startsWith('limits.')) ctx.limitsRead.add(path.split('.')[1] ?? '');
  const found = entityOf(expression.type);
  if (place.of === undefined || found === null || found === place.of) return expression;
  ctx.reportAny('NF0512', node.spot, { expected: place.of, found });
  return null;
}

/** A length of time that only an expression gives. */
export function spanOf(ctx: Context, node: Located | null, place: ExpressionPlace): Expression | null {
  const meant = node?.kind === 'scalar' ? meantInstead(node, null, 'expression') : {};
  if (node === null || node.kind === 'open' || isWrittenAsExpression(node))
    return expressionOf(ctx, node, { ...place, expects: 'duration' });
  ctx.report('NF0301', node.spot, { type: 'duration', form: 'expression', ...meant });
  return null;
}

/** The type of an expression; null where it is wrong, of which nothing is told, or while no expression is read. */
export function typeOfExpression(
  ctx: Context,
  node: LocatedScalar,
  { variables, input }: Pick<ExpressionPlace, 'variables' | 'input'>,
): Type | null {
  if (ctx.schema === null) return null;
  const place = {
    variables: { ...COMMON_VARIABLES, ...variables },
    schema: withInput(ctx, ctx.schema, input),
    guarded: false,
  };
  return checkExpression(sourceOf(node).source, place).expression?.type ?? null;
}

/** An expression as it is written, without the sign before it. */
function sourceOf({ text }: LocatedScalar): { readonly lead: string; readonly source: string } {
  const [, lead = '', source = ''] = /^(\s*=?\s*)([\s\S]*)$/.exec(text) ?? [];
  return { lead, source };
}

/** Stores the expression for editors. */
function traced(ctx: Context, node: LocatedScalar, found: Pick<TracedExpression, 'lead' | 'source' | 'place'>): Place {
  if (ctx.trace === null) return found.place;
  const mentions: TracedExpression['mentions'][number][] = [];
  ctx.trace.expressions.push({ node, ...found, mentions });
  const { lead, place } = found;
  const mention = (one: Mention): void =>
    void mentions.push({ mention: one, spot: within(node, lead + one.start, lead + one.end) });
  return { ...place, mention };
}

/** The entity of a record, or of the records of a list; null for every other type. */
export function entityOf(type: Type): string | null {
  if (type.kind === 'list') return entityOf(type.of);
  return type.kind === 'record' ? type.entity : null;
}

/** A condition: absent is null, not shown is "nobody" (false). */
export function conditionOf(ctx: Context, node: Located | null, place: ExpressionPlace): Expression | null {
  return expressionOf(ctx, node, { ...place, expects: 'boolean' });
}

/** The condition that never holds: `not shown` means it in guards and row conditions. */
export const NEVER: Expression = {
  source: 'false',
  type: { kind: 'boolean' },
  tree: { node: 'literal', type: { kind: 'boolean' }, value: false },
  reads: [],
};

/** The condition that always holds: where a condition may be left out. */
export const ALWAYS: Expression = {
  source: 'true',
  type: { kind: 'boolean' },
  tree: { node: 'literal', type: { kind: 'boolean' }, value: true },
  reads: [],
};

/** Compiles a guard or row condition; `true` is answered as `true`. */
export function rowCondition(ctx: Context, node: Located, place: ExpressionPlace): Condition | null {
  if (node.kind === 'open') return NEVER;
  if (node.kind === 'scalar' && node.text === 'true') return true;
  if (node.kind === 'scalar' && node.text === 'false') return null;
  return conditionOf(ctx, node, { ...place, guarded: true });
}

/** True where a value that is literal by itself is written as an expression: `= now`. */
export function isWrittenAsExpression(node: Located): node is LocatedScalar {
  return node.kind === 'scalar' && /^\s*=/.test(node.text);
}

function withInput(ctx: Context, schema: Schema, input: ExpressionPlace['input']): Schema {
  if (input === undefined) return schema;
  const typeOf = (name: string): Type | null => {
    const field = Object.hasOwn(input, name) ? input[name] : undefined;
    if (!field) return null;
    return ctx.broken.has(field) ? BROKEN : typeIn(ctx, field);
  };
  const parts = partsOf(input);
  return {
    ...schema,
    inputType: (name) => typeOf(name) ?? (parts.has(name) ? { kind: 'line', entity: FORM, field: name } : null),
    inputNames: () => namesWithin(null, Object.keys(input)),
    lineFieldType: (entity, whole, name) =>
      entity === FORM ? typeOf(partId(whole, name)) : schema.lineFieldType(entity, whole, name),
    lineFieldNames: (entity, whole) =>
      entity === FORM ? namesWithin(whole, parts.get(whole) ?? []) : (schema.lineFieldNames?.(entity, whole) ?? []),
    targets: (entity, whole) =>
      entity === FORM ? targetsAmong(input, whole) : (schema.targets?.(entity, whole) ?? []),
  };
}

function withRecord(schema: Schema, lines: ExpressionPlace['hasRecord']): Schema {
  if (lines === undefined) return schema;
  const isOf = (entity: string, field: string): boolean => entity === lines.entity && field === lines.field;
  return {
    ...schema,
    lineFieldType: (entity, field, name) =>
      schema.lineFieldType(entity, field, name) ??
      (isOf(entity, field) && name === entity ? { kind: 'record', entity } : null),
    lineFieldNames: (entity, field) => [
      ...(schema.lineFieldNames?.(entity, field) ?? []),
      ...(isOf(entity, field) ? [entity] : []),
    ],
  };
}

/** The place of a part of an expression in the file; that of the whole value where it is written with escapes. */
function within(node: LocatedScalar, start: number, end: number): Spot {
  const { source } = node.spot;
  const written = source.text.slice(node.spot.start, node.spot.end);
  const offset = written.startsWith(node.text) ? 0 : written.slice(1, -1) === node.text ? 1 : -1;
  if (offset === -1) return acrossLines(node, start, end);
  const from = node.spot.start + offset;
  return { source, start: from + start, end: from + Math.max(start + 1, end) };
}

/** The same in a value of several lines: in the file they are indented, and their ends may stand for blanks. */
function acrossLines(node: LocatedScalar, start: number, end: number): Spot {
  const { source } = node.spot;
  const body = /^[|>].*\n|^["']/.exec(source.text.slice(node.spot.start, node.spot.end))?.[0].length ?? 0;
  const from = node.spot.start + body;
  const [read, written] = [signsOf(node.text), signsOf(source.text.slice(from, node.spot.end))];
  if (!written.text.startsWith(read.text)) return node.spot;
  const first = read.places.findIndex((place) => place >= start);
  const last = read.places.findLastIndex((place) => place < Math.max(start + 1, end));
  const [begins, ends] = [written.places[first], written.places[Math.max(first, last)]];
  return begins === undefined || ends === undefined
    ? node.spot
    : { source, start: from + begins, end: from + ends + 1 };
}

/** A text without blanks and line ends, and where each sign that is left stands in it. */
function signsOf(text: string): { readonly text: string; readonly places: readonly number[] } {
  const places = [...text.matchAll(/\S/g)].map(({ index }) => index);
  return { text: text.replaceAll(/\s/g, ''), places };
}
