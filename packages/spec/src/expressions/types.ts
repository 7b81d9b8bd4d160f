import type { Type } from '@ninefold/model';

export const NULL: Type = { kind: 'null' };
/** Type of what could not be read and was reported there: an expression that names it is not judged. */
export const BROKEN: Type = { kind: 'null' };
export const BOOLEAN: Type = { kind: 'boolean' };
export const NUMBER: Type = { kind: 'number' };
export const TEXT: Type = { kind: 'text' };
export const DATE: Type = { kind: 'date' };
export const DATETIME: Type = { kind: 'datetime' };
export const DURATION: Type = { kind: 'duration' };

export function listOf(of: Type): Type {
  return { kind: 'list', of };
}

/** How a type is written in messages. */
export function typeName(type: Type): string {
  switch (type.kind) {
    case 'record':
      return type.entity;
    case 'line':
      return `${type.entity}.${type.field}`;
    case 'list':
      return type.of.kind === 'null' ? 'list' : `list of ${typeName(type.of)}`;
    case 'null':
      return 'blank';
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

/** True where a blank may stand: booleans and lists are never blank. */
export function canBeBlank(type: Type): boolean {
  return type.kind !== 'boolean' && type.kind !== 'list';
}

/** The one type two values share, a blank taking the other's; null where they share none. */
export function commonType(a: Type, b: Type): Type | null {
  if (a.kind === 'null') return canBeBlank(b) ? b : null;
  if (b.kind === 'null') return canBeBlank(a) ? a : null;
  if (a.kind === 'list' && b.kind === 'list') {
    if (a.of.kind === 'null') return b;
    if (b.of.kind === 'null') return a;
  }
  return sameType(a, b) ? a : null;
}
