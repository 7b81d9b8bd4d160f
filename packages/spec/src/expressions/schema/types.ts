import type { Type } from '@ninefold/model';

export const NULL: Type = { kind: 'null' };
/** The type of what could not be read, and was reported at its place. An expression that names it is not checked. */
export const BROKEN: Type = { kind: 'null' };
/** In the type of an answer with parts, what stands in the place of an entity: its parts are those of a form. */
export const FORM = '';
export const BOOLEAN: Type = { kind: 'boolean' };
export const NUMBER: Type = { kind: 'number' };
export const TEXT: Type = { kind: 'text' };
export const DATE: Type = { kind: 'date' };
export const DATETIME: Type = { kind: 'datetime' };
export const DURATION: Type = { kind: 'duration' };

export function listOf(of: Type): Type {
  return { kind: 'list', of };
}

/** People, in the order of their ids. */
export const USERS: Type = { kind: 'list', of: { kind: 'record', entity: 'user' } };

/** The currency of an amount whose currency stands in the record. */
export const UNDECIDED = '?';

export function amountIn(currency: string): Type {
  return { kind: 'number', currency };
}

/** The currency of a number, or of the numbers of a list. */
export function currencyOf(type: Type): string | null {
  if (type.kind === 'list') return currencyOf(type.of);
  return type.kind === 'number' ? (type.currency ?? null) : null;
}

/** True for amounts of different or unknown currencies: they cannot meet in one value. */
export function currenciesClash(a: Type, b: Type): boolean {
  const [left, right] = [currencyOf(a), currencyOf(b)];
  return left !== null && right !== null && (left !== right || left === UNDECIDED);
}

/** How a type is written in messages. */
export function typeName(type: Type): string {
  switch (type.kind) {
    case 'record':
      return type.entity;
    case 'line':
      return `${type.entity === FORM ? 'input' : type.entity}.${type.field}`;
    case 'list':
      return type.of.kind === 'null' ? 'list' : `list of ${typeName(type.of)}`;
    case 'null':
      return 'blank';
    case 'number':
      return type.currency === undefined ? 'number' : `money (${type.currency})`;
    default:
      return type.kind;
  }
}

export function sameType(a: Type, b: Type): boolean {
  if (a.kind === 'list' && b.kind === 'list') return sameType(a.of, b.of);
  if (a.kind === 'record' && b.kind === 'record') return a.entity === b.entity;
  if (a.kind === 'line' && b.kind === 'line') return a.entity === b.entity && a.field === b.field;
  return a.kind === b.kind;
}

const ORDERED: Readonly<Record<Type['kind'], boolean>> = {
  null: false,
  boolean: false,
  number: true,
  text: true,
  date: true,
  datetime: true,
  duration: true,
  record: false,
  line: false,
  file: false,
  json: false,
  secret: false,
  list: false,
};

/** Whether values of the type stand in an order. */
export function isOrdered({ kind }: Type): boolean {
  return ORDERED[kind];
}

/** True where a blank may stand: booleans and lists are never blank. */
export function canBeBlank(type: Pick<Type, 'kind'>): boolean {
  return type.kind !== 'boolean' && type.kind !== 'list';
}

/** The common type of two values; a blank takes the type of the other. Null where there is none. */
export function commonType(a: Type, b: Type): Type | null {
  if (a.kind === 'null') return canBeBlank(b) ? b : null;
  if (b.kind === 'null') return canBeBlank(a) ? a : null;
  if (a.kind === 'list' && b.kind === 'list') {
    if (a.of.kind === 'null') return b;
    if (b.of.kind === 'null') return a;
  }
  if (!sameType(a, b) || currenciesClash(a, b)) return null;
  return currencyOf(a) === null ? b : a;
}
