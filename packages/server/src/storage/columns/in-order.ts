import { type Entity, type Field, isOneOption, isOneReference, isProse } from '@ninefold/model';
import { literal } from '../sql/names.ts';
import { columnOf } from './registry.ts';

/** SQL of the value by which rows stand in an order; `collation` stands again behind a column that holds it. */
export interface OrderText {
  readonly text: string;
  readonly collation: string;
}

/** Makes a text one that sorts without regard to the case of letters. */
export type Caseless = (text: string) => OrderText;

/**
 * The order of the rows of an entity by a field of theirs, whose value is `column`: options as they are written, names without
 * regard to case. Null where it is not in the row: a reference is ordered by its title.
 */
export function inOrder(caseless: Caseless, entity: Entity, field: Field, column: string): OrderText | null {
  if (columnOf(field) === null || isOneReference(field)) return null;
  if (isOneOption(field)) return rankedInOrder(column, field.options);
  return isName(entity, field) ? caseless(column) : { text: column, collation: '' };
}

function isName(entity: Entity, field: Field): boolean {
  return isProse(field.type, 'line') && entity.key !== field.id && !field.unique;
}

/** The place in the written order. */
export function rankedInOrder(column: string, options: readonly string[]): OrderText {
  if (options.length === 0) return { text: 'NULL', collation: '' };
  const places = options.map((option, index) => `WHEN ${literal(option)} THEN ${String(index)}`);
  return { text: `CASE ${column} ${places.join(' ')} END`, collation: '' };
}
