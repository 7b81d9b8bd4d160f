import {
  type Entity,
  type Field,
  type FieldType,
  isList,
  isMap,
  isOpaque,
  type RecordValue,
  type Wire,
} from '@ninefold/model';
import { columnOf, decimalsOf } from '../../storage/columns/registry.ts';
import { referenceId } from '../../storage/columns/reference.ts';
import { searchedFields, searchedLines } from '../../storage/search/search-text.ts';

/** One filter of a drawn list: `f.<field>=<op>:<value>`. */
export interface DrawnFilter {
  readonly field: string;
  readonly op: DrawnOp;
  readonly value: string;
}

export type DrawnOp = 'eq' | 'ne' | 'in' | 'lt' | 'ge' | 'has' | 'blank' | 'filled';

/**
 * What somebody might ask of a list. `filter` compares only fields whose values are alike in many rows, or dates; `other` has a
 * filter over another field, a sort or a search; `group` counts and adds up; `middle` is a page in the middle of all rows.
 */
export interface ListShape {
  readonly kind: 'filter' | 'other' | 'group' | 'middle';
  readonly filters: readonly DrawnFilter[];
  /** A field, with `-` before it for descending; null for newest first. */
  readonly sort: string | null;
  readonly group: string | null;
  /** The field that groups add up; null where they are counted only. */
  readonly sum: string | null;
  readonly search: string | null;
  /** How far into all rows the page stands: 0 for the first page, 0.5 for the middle. */
  readonly place: number;
}

/** A source of randomness from 0 to 1, such as `Math.random`. */
export type Random = () => number;

/** By which operators a type of field is asked in a drawn list; the first ones are drawn for shapes of the kind `filter`. */
const OPERATORS: Readonly<
  Record<FieldType, { readonly plain: readonly DrawnOp[]; readonly more: readonly DrawnOp[] }>
> = {
  string: { plain: [], more: ['has', 'eq', 'filled'] },
  text: { plain: [], more: ['has', 'blank'] },
  choice: { plain: ['eq', 'in', 'ne'], more: [] },
  choices: { plain: [], more: [] },
  sequence: { plain: [], more: ['eq', 'has'] },
  reference: { plain: ['eq', 'in', 'blank', 'filled'], more: ['ne'] },
  references: { plain: [], more: [] },
  integer: { plain: [], more: ['lt', 'ge', 'eq'] },
  number: { plain: [], more: ['lt', 'ge'] },
  money: { plain: [], more: ['lt', 'ge', 'blank'] },
  percent: { plain: [], more: ['lt', 'ge'] },
  boolean: { plain: ['eq'], more: [] },
  date: { plain: ['eq', 'lt', 'ge'], more: ['blank'] },
  datetime: { plain: ['lt', 'ge'], more: ['blank'] },
  duration: { plain: [], more: [] },
  time: { plain: [], more: ['lt', 'ge'] },
  lines: { plain: [], more: [] },
  file: { plain: [], more: ['blank', 'filled'] },
  files: { plain: [], more: ['blank', 'filled'] },
  json: { plain: [], more: ['blank', 'filled'] },
  secret: { plain: [], more: ['blank', 'filled'] },
};
const MOST_FILTERS = 3;

/** What shapes are drawn from: an entity, and some of its records as somebody without a row condition reads them. */
export interface Drawing {
  readonly entity: Entity;
  readonly samples: readonly RecordValue[];
  readonly random: Random;
}

/** Draws what somebody might ask of a list; values come from the samples. */
export function drawShape(drawing: Drawing): ListShape {
  const { random } = drawing;
  const plain: ListShape = {
    ...{ kind: 'filter', filters: [], sort: null, group: null, sum: null, search: null, place: 0 },
  };
  const draw = random();
  if (draw < 0.4) return { ...plain, filters: drawFilters(drawing, 'plain') };
  if (draw < 0.55) return { ...plain, kind: 'other', filters: drawFilters(drawing, 'all') };
  if (draw < 0.7)
    return { ...plain, kind: 'other', filters: some(drawing, 0.5), sort: oneOf(sorts(drawing.entity), random) ?? null };
  if (draw < 0.85) return { ...plain, kind: 'group', filters: some(drawing, 0.6), ...drawGroup(drawing) };
  if (draw < 0.93) return { ...plain, kind: 'middle', place: 0.5, filters: some(drawing, 0.3) };
  return { ...plain, kind: 'other', search: drawWord(drawing), filters: some(drawing, 0.3) };
}

function some(drawing: Drawing, share: number): readonly DrawnFilter[] {
  return drawing.random() < share ? drawFilters(drawing, 'plain').slice(0, 1) : [];
}

function drawFilters(drawing: Drawing, which: 'plain' | 'all'): readonly DrawnFilter[] {
  const { entity, random } = drawing;
  const names = [...(entity.lifecycle ? ['state'] : []), ...Object.keys(entity.fields)];
  const open = names.filter((name) => operatorsOf(entity, name, which).length > 0);
  const count = 1 + Math.floor(random() * MOST_FILTERS);
  const chosen = shuffled(open, random).slice(0, count);
  return chosen.flatMap((name) => drawFilter(drawing, name, which) ?? []);
}

function operatorsOf(entity: Entity, name: string, which: 'plain' | 'all'): readonly DrawnOp[] {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (field === undefined) return ['eq', 'in', 'ne'];
  if (columnOf(field) === null) return [];
  const { plain, more } = OPERATORS[field.type];
  return which === 'plain' ? plain : [...plain, ...more];
}

function drawFilter(drawing: Drawing, field: string, which: 'plain' | 'all'): DrawnFilter | null {
  const { entity, random } = drawing;
  const op = oneOf(operatorsOf(entity, field, which), random) ?? 'filled';
  if (op === 'blank' || op === 'filled') return { field, op, value: '' };
  const first = drawText(drawing, field);
  if (first === null) return null;
  if (op === 'has') return { field, op, value: wordIn(first, random) };
  const second = op === 'in' ? drawText(drawing, field) : null;
  return { field, op, value: second === null || second === first ? first : `${first},${second}` };
}

/** The lines of this field in all of the samples. */
function linesIn(samples: Drawing['samples'], field: string) {
  return samples.flatMap((sample) => {
    const items: Wire | undefined = sample[field];
    return isList(items) ? items.filter(isMap) : [];
  });
}

/** The value of this field in one of the samples, as a filter takes it; null where several draws find none. */
function drawText({ samples, random }: Drawing, field: string): string | null {
  for (let turn = 0; turn < 20; turn += 1) {
    const text = textOf(oneOf(samples, random)?.[field]);
    if (text !== null && !text.includes(',')) return text;
  }
  return null;
}

/** A value as a filter takes it; null where it is blank. */
export function textOf(value: Wire | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object') return referenceId(value);
  return String(value);
}

function wordIn(text: string, random: Random): string {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
  return oneOf(words, random)?.toLowerCase() ?? text.slice(0, 3);
}

function drawWord(drawing: Drawing): string | null {
  const { lines, fields } = oneOf(searchedLines(drawing.entity), drawing.random) ?? { lines: null, fields: [] };
  const line = lines && drawing.random() < 0.5 ? oneOf(linesIn(drawing.samples, lines.id), drawing.random) : undefined;
  const said = line && textOf(line[oneOf(fields, drawing.random)?.id ?? '']);
  if (said) return wordIn(said, drawing.random);
  const field = oneOf(searchedFields(drawing.entity), drawing.random);
  const text = field === undefined ? null : drawText(drawing, field.id);
  return text === null ? null : wordIn(text, drawing.random);
}

function sorts(entity: Entity): readonly string[] {
  const names = Object.values(entity.fields).filter((field) => columnOf(field) !== null && !isOpaque(field));
  return ['created_at', ...names.map(({ id }) => id)].flatMap((name) => [name, `-${name}`]);
}

function drawGroup({ entity, random }: Drawing): Pick<ListShape, 'group' | 'sum'> {
  const fields = Object.values(entity.fields).filter((field) => columnOf(field) !== null);
  const alike = fields.filter((field) => OPERATORS[field.type].plain.includes('eq'));
  const added = fields.filter((field) => decimalsOf(field) !== null);
  return {
    group: oneOf([...(entity.lifecycle ? ['state'] : []), ...alike.map(({ id }) => id)], random) ?? '',
    sum: random() < 0.5 ? (oneOf(added, random)?.id ?? null) : null,
  };
}

/** The query of a shape, with the exact total; `rows` is how many rows there are about. */
export function queryOf(shape: ListShape, rows: number): URLSearchParams {
  const query = new URLSearchParams();
  for (const { field, op, value } of shape.filters) query.append(`f.${field}`, value === '' ? op : `${op}:${value}`);
  if (shape.search !== null) query.set('search', shape.search);
  if (shape.sort !== null) query.set('sort', shape.sort);
  if (shape.group === null) {
    query.set('size', String(PAGE));
    query.set('total', 'exact');
    if (shape.place > 0) query.set('page', String(pageAt(shape, rows)));
  } else {
    query.set('group', shape.group);
    query.set('select', shape.sum === null ? 'count' : `count,sum:${shape.sum}`);
  }
  return query;
}

/** Rows of a page of a drawn list. */
export const PAGE = 25;

/** The page that a shape asks for, from 1. */
export function pageAt({ place, filters }: ListShape, rows: number): number {
  return 1 + Math.floor((rows * place) / (PAGE * 4 ** filters.length));
}

/** The fields that a shape names. */
export function namedFields(entity: Entity, shape: ListShape): readonly Field[] {
  const names = [
    ...shape.filters.map(({ field }) => field),
    ...[shape.sort?.replace(/^-/, ''), shape.group, shape.sum].flatMap((name) => name ?? []),
  ];
  return names.flatMap((name) => (Object.hasOwn(entity.fields, name) ? (entity.fields[name] ?? []) : []));
}

function oneOf<T>(from: readonly T[], random: Random): T | undefined {
  return from[Math.floor(random() * from.length)];
}

function shuffled<T>(from: readonly T[], random: Random): readonly T[] {
  return from
    .map((one) => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
}
