import {
  deadlinesOf,
  isDeadline,
  isOneReference,
  isTruth,
  typeOf,
  type Entity,
  type Field,
  type Filter,
  type NamedSpan,
} from '@ninefold/model';
import type { Column } from '../rows/columns.ts';

/** One press that narrows a list, and one that takes it back. */
export interface QuickChoice {
  readonly id: string;
  /** The field whose name stands there. */
  readonly field: string;
  /** What stands after the name; null: nothing. */
  readonly about: 'me' | 'late' | NamedSpan | null;
  readonly filters: readonly Filter[];
}

/** At most so many people are asked for. */
const PEOPLE = 2;

/**
 * What the columns of a list offer at one press: the reader in references to people; today and this week in the first day that people
 * give and that something is due by, else in the first that they give; and what is late, by a field that the clock turns true, in a
 * column or as the mark of that day, else by that day where something waits for it to pass.
 */
export function quickChoices(entity: Entity, columns: readonly Column[]): readonly QuickChoice[] {
  const fields = columns.flatMap(({ field }) => field ?? []);
  const people = fields.filter((field) => isOneReference(field) && field.to === 'user' && field.computed === null);
  const days = fields.filter((field) => isDay(entity, field) && Object.hasOwn(entity.fields, field.id));
  const day = days.find(({ id }) => isDeadline(entity, id)) ?? days[0];
  return [
    ...people.slice(0, PEOPLE).map(({ id }) => choice(id, 'me', [{ field: id, op: 'eq', value: 'me' }])),
    ...(day === undefined ? [] : SPANS.map((span) => choice(day.id, span, [{ field: day.id, op: 'eq', value: span }]))),
    ...late(entity, fields, day),
  ];
}

const SPANS = ['today', 'this_week'] as const;

function isDay({ id }: Entity, field: Field): boolean {
  const { kind } = typeOf(field, id);
  return field.computed === null && (kind === 'date' || kind === 'datetime');
}

function late(entity: Entity, fields: readonly Field[], day: Field | undefined): readonly QuickChoice[] {
  const flag = [...fields, ...Object.values(entity.fields)].find(
    ({ type, computed }) => isTruth(type) && computed?.live === true && readsClock(computed.expression.reads),
  );
  if (flag !== undefined && fields.includes(flag))
    return [choice(flag.id, null, [{ field: flag.id, op: 'eq', value: 'true' }])];
  if (day === undefined || !isDeadline(entity, day.id)) return [];
  const mark = deadlinesOf(entity).get(day.id);
  if (mark !== undefined) return [choice(day.id, 'late', [{ field: mark, op: 'eq', value: 'true' }])];
  const open: readonly Filter[] = entity.lifecycle ? [{ field: 'state_final', op: 'eq', value: 'false' }] : [];
  return [choice(day.id, 'late', [{ field: day.id, op: 'lt', value: 'now' }, ...open])];
}

function readsClock(reads: readonly string[]): boolean {
  return reads.includes('now') || reads.includes('today');
}

function choice(field: string, about: QuickChoice['about'], filters: readonly Filter[]): QuickChoice {
  return { id: `${field}.${about ?? 'true'}`, field, about, filters };
}

/** Whether all of a choice narrows the list. */
export function isChosen({ filters }: QuickChoice, all: readonly Filter[]): boolean {
  return filters.every((wanted) => all.some((one) => isSame(one, wanted)));
}

/** The filters with a choice added, in the place of others on its fields; or without it. */
export function toggled(choice: QuickChoice, all: readonly Filter[]): readonly Filter[] {
  const rest = all.filter(({ field }) => choice.filters.every((own) => own.field !== field));
  return isChosen(choice, all) ? rest : [...rest, ...choice.filters];
}

function isSame(one: Filter, other: Filter): boolean {
  return one.field === other.field && one.op === other.op && one.value === other.value;
}
