import { isOneOption, statesOf, type Entity, type Field } from '@ninefold/model';

/** What a board has a column for: a state or an option; null: records in which the choice is blank. */
export type ColumnValue = string | null;

/** The field whose options are the columns; null for the states of the first life cycle. */
export function fieldOfBoard(entity: Entity, by: string): Field | null {
  return by === 'state' ? null : (entity.fields[by] ?? null);
}

/** Whether the columns are the states of a life cycle, so that transitions move the cards. */
export function isByState(entity: Entity, by: string): boolean {
  return by === 'state' || fieldOfBoard(entity, by)?.cycle !== undefined;
}

/** The columns in the order of the specification. */
export function columnsOfBoard(entity: Entity, by: string): readonly ColumnValue[] {
  if (isByState(entity, by)) return Object.keys(statesOf(entity, by));
  const field = fieldOfBoard(entity, by);
  if (!isOneOption(field)) return [];
  return field.required ? field.options : [...field.options, null];
}

/** The parameter of a call that leaves the records of one column. */
export function columnFilter(by: string, value: ColumnValue): readonly [string, string] {
  return [`f.${by}`, value === null ? 'blank' : `eq:${value}`];
}
