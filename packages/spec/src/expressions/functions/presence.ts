import { BOOLEAN, commonType } from '../schema/types.ts';
import type { Signature } from './signature.ts';

/** Blank or not. */
export const PRESENCE: readonly Signature[] = [
  { name: 'blank', overloads: [{ args: ['any'], result: BOOLEAN }], sql: true },
  { name: 'filled', overloads: [{ args: ['any'], result: BOOLEAN }], sql: true },
  {
    name: 'or_else',
    overloads: [{ args: ['blankable', 'blankable'], result: ([a, b]) => (a && b ? commonType(a, b) : null) }],
    sql: true,
  },
];
