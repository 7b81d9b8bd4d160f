import { DATE, DURATION, NUMBER, TEXT } from '../schema/types.ts';
import type { Signature } from './signature.ts';

function span(name: string): Signature {
  return { name, overloads: [{ args: ['number'], result: DURATION }], sql: true };
}

function part(name: string): Signature {
  return { name, overloads: [{ args: ['moment'], result: NUMBER }], sql: true };
}

function day(name: string): Signature {
  return { name, overloads: [{ args: ['moment'], result: DATE }], sql: true };
}

export const TIMES: readonly Signature[] = [
  ...['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'].map(span),
  ...['year', 'month', 'day', 'weekday'].map(part),
  { name: 'hour', overloads: [{ args: ['datetime'], result: NUMBER }], sql: true },
  { name: 'minute', overloads: [{ args: ['datetime'], result: NUMBER }], sql: true },
  { name: 'time', overloads: [{ args: ['datetime'], result: TEXT }], sql: true },
  ...['date', 'start_of_month', 'end_of_month'].map(day),
  {
    name: 'workdays',
    overloads: [
      { args: ['date', 'date'], result: NUMBER },
      { args: ['date', 'date', 'dates'], result: NUMBER },
    ],
    sql: true,
  },
  { name: 'on', overloads: [{ args: ['limit', 'date'], result: ([limit]) => limit ?? null }], sql: true },
  { name: 'days_between', overloads: [{ args: ['date', 'date'], result: NUMBER }], sql: true },
  {
    name: 'age',
    overloads: [
      { args: ['date'], result: NUMBER },
      { args: ['date', 'date'], result: NUMBER },
    ],
    sql: true,
  },
];
