import { NUMBER } from '../types.ts';
import type { Signature } from './signature.ts';

const one = { args: ['number'], result: NUMBER } as const;
const two = { args: ['number', 'number'], result: NUMBER } as const;

/** `div` is the whole quotient towards zero, `mod` what remains; the exact quotient is `/`. */
export const NUMBERS: readonly Signature[] = [
  { name: 'round', overloads: [one, two], sql: true },
  { name: 'floor', overloads: [one], sql: true },
  { name: 'ceil', overloads: [one], sql: true },
  { name: 'abs', overloads: [one], sql: true },
  { name: 'div', node: 'quotient', overloads: [two], sql: true },
  { name: 'mod', overloads: [two], sql: true },
];
