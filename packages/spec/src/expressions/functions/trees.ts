import type { Type } from '@ninefold/model';
import { BOOLEAN, listOf, sameType } from '../schema/types.ts';
import type { Signature } from './signature.ts';

const list = ([record]: readonly Type[]): Type | null => (record ? listOf(record) : null);
const together = ([a, b]: readonly Type[]): Type | null => (a && b && sameType(a, b) ? BOOLEAN : null);

/** Over records of an entity with `tree:`. */
export const TREES: readonly Signature[] = [
  { name: 'under', overloads: [{ args: ['tree', 'tree'], result: together }], sql: true },
  { name: 'ancestors', overloads: [{ args: ['tree'], result: list }], sql: true },
  { name: 'descendants', overloads: [{ args: ['tree'], result: list }], sql: true },
];
