import { BOOLEAN, NUMBER, TEXT } from '../schema/types.ts';
import type { Signature } from './signature.ts';

export const TEXTS: readonly Signature[] = [
  { name: 'contains', overloads: [{ args: ['text', 'text'], result: BOOLEAN }], sql: true },
  { name: 'starts_with', overloads: [{ args: ['text', 'text'], result: BOOLEAN }], sql: true },
  { name: 'ends_with', overloads: [{ args: ['text', 'text'], result: BOOLEAN }], sql: true },
  { name: 'matches', overloads: [{ args: ['text', 'text'], result: BOOLEAN }], sql: false },
  { name: 'lower', overloads: [{ args: ['text'], result: TEXT }], sql: true },
  { name: 'text', overloads: [{ args: ['printable'], result: TEXT }], sql: true },
  {
    name: 'size',
    overloads: [
      { args: ['text'], result: NUMBER },
      { args: ['list'], result: NUMBER },
    ],
    sql: true,
  },
];
