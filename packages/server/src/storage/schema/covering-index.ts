import type { Entity, ListScreen, Model } from '@ninefold/model';
import { shortName } from '../sql/names.ts';
import { columnOf } from '../columns/registry.ts';

/** So many columns at most: an entry is written with each row, and read whole. */
const MOST_COLUMNS = 24;

/**
 * Columns of the one index of an entity that holds whatever is short: a list that filters, sorts, groups or adds up by any of
 * these reads a range of the index instead of the rows. `first` is what the rows of a row condition have in common, so that they
 * stand together. The id follows: new entries are added behind the others of their range, which is quick, and lists that name
 * no order find theirs. `judged` are the other columns that row conditions compare. Where there are too many columns, those that
 * list screens name go first. None where no field is short.
 */
export function coveringColumns(
  model: Model,
  entity: Entity,
  { first, judged }: { readonly first: string | null; readonly judged: readonly string[] },
): readonly string[] {
  const short = Object.values(entity.fields).filter((field) => columnOf(field)?.short === true);
  if (short.length === 0) return [];
  const named = new Set(listsOf(model, entity).flatMap(({ columns, sort }) => [...columns, ...sort]));
  const ids = short.map(({ id }) => id);
  const ordered = [...ids.filter((id) => named.has(id)), ...ids.filter((id) => !named.has(id))];
  const before = [...(first === null ? [] : [first]), 'id', ...(entity.lifecycle ? ['state'] : []), ...judged];
  return [...new Set([...before, ...ordered, 'created_at'])].slice(0, MOST_COLUMNS);
}

/** The name of the covering index of an entity. */
export function coveringName(entity: string): string {
  return shortName(`${entity}.covering`);
}

function listsOf(model: Model, entity: Entity): readonly ListScreen[] {
  return model.screens.filter((screen): screen is ListScreen => screen.kind === 'list' && screen.entity === entity.id);
}
