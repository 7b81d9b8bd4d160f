import type { Type } from '@ninefold/model';
import { BOOLEAN, commonType, currenciesClash, DURATION, NULL, NUMBER, USERS } from '../schema/types.ts';
import type { Signature } from './signature.ts';

function element(args: readonly Type[]): Type {
  const [list] = args;
  return list?.kind === 'list' ? list.of : NULL;
}

function shared(args: readonly Type[]): Type | null {
  return args.reduce<Type | null>((common, type) => (common === null ? null : commonType(common, type)), NULL);
}

/** The type of the items where they can meet in one value: amounts must be of one currency, which is known. */
function meeting(args: readonly Type[]): Type | null {
  const of = element(args);
  return currenciesClash(of, of) ? null : of;
}

/** The sum of nothing is a number, too. */
const total = (args: readonly Type[]): Type | null => {
  const of = meeting(args);
  return of?.kind === 'null' ? NUMBER : of;
};

const MEASURE: Signature['overloads'] = [
  { args: ['numbers'], result: total },
  { args: ['durations'], result: DURATION },
];

const EXTREME: Signature['overloads'] = [
  { args: ['ordereds'], result: meeting },
  { args: ['ordered', 'ordered'], repeat: true, result: shared },
];

export const LISTS: readonly Signature[] = [
  { name: 'sum', overloads: MEASURE, sql: true },
  { name: 'avg', overloads: MEASURE, sql: true },
  { name: 'min', overloads: EXTREME, sql: true },
  { name: 'max', overloads: EXTREME, sql: true },
  { name: 'first', overloads: [{ args: ['list'], result: element }], sql: true },
  { name: 'last', overloads: [{ args: ['list'], result: element }], sql: true },
  { name: 'users_with', overloads: [{ args: ['role'], result: USERS }], sql: true },
  { name: 'has_role', overloads: [{ args: ['user', 'role'], result: BOOLEAN }], sql: true },
];
