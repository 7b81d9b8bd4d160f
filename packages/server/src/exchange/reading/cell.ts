import {
  jsonIn,
  memoizedWeakly,
  normalValue,
  typedValue,
  type Field,
  type TypedCell,
  type TypedContext,
  type Wire,
} from '@ninefold/model';
import { booleanNamed } from './boolean-words.ts';

/** What a cell of a table holds; a `Date` is a day or a wall clock, read as if it were in UTC. */
export type Cell = TypedCell | null;

/** What reading a cell depends on. */
export type CellContext = Omit<TypedContext, 'truth' | 'json'>;

/** A cell as the field's value; what cannot be read stays as it is, for the write to refuse at its place. */
export function cellValue(field: Field, cell: Cell, context: CellContext): Wire {
  const given = typeof cell === 'string' ? cell.trim() : cell;
  if (given === null || given === '') return normalValue(field, null);
  return typedValue(field, given, typedContext(context));
}

const typedContext = memoizedWeakly(
  (context: CellContext): TypedContext => ({ ...context, truth: booleanNamed, json: jsonIn }),
);
