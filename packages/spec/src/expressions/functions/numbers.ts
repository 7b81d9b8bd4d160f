import type { Type } from '@ninefold/model';
import { commonType, currencyOf, NUMBER } from '../schema/types.ts';
import type { Signature } from './signature.ts';

const same = ([value]: readonly Type[]): Type => value ?? NUMBER;
const one = { args: ['number'], result: same } as const;
const toPlaces = { args: ['number', 'number'], result: same } as const;
const quotient = ([value = NUMBER, by = NUMBER]: readonly Type[]): Type => (currencyOf(by) === null ? value : NUMBER);
const remainder = ([value = NUMBER, by = NUMBER]: readonly Type[]): Type | null => commonType(value, by);

/** `div` is the whole quotient, rounded towards zero; `mod` is the remainder; `/` is the exact quotient. */
export const NUMBERS: readonly Signature[] = [
  { name: 'round', overloads: [one, toPlaces], sql: true },
  { name: 'floor', overloads: [one], sql: true },
  { name: 'ceil', overloads: [one], sql: true },
  { name: 'abs', overloads: [one], sql: true },
  { name: 'div', node: 'quotient', overloads: [{ args: ['number', 'number'], result: quotient }], sql: true },
  { name: 'mod', overloads: [{ args: ['number', 'number'], result: remainder }], sql: true },
  { name: 'amount', overloads: [{ args: ['number'], result: NUMBER }], sql: true },
  { name: 'convert', overloads: [{ args: ['number', 'plain', 'currency'], result: same }], sql: true },
];
