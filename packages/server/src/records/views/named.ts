import { type Entity, type Rights, memoized, memoizedWeakly } from '@ninefold/model';
import { all, any, argument, column, FALSE, fromOne, raw, sql, table, TRUE, type Sql } from '../../storage/sql/sql.ts';
import { searchedFields } from '../../storage/search/search-text.ts';
import { entityOf, type PlanContext } from '../context/context.ts';
import { granted } from './conditions.ts';
import { rowsNaming } from './field-access.ts';
import { plainLower } from './plain-lower.ts';
import { titleTexts } from './titles.ts';

/** How a record is found by what names it, among those that a set of roles may read or refer to. Each statement answers `id`. */
export interface NamedLookup {
  /** Takes an id. */
  readonly byId: Sql;
  /** Takes a list of ids. */
  readonly byIds: Sql;
  /** Takes a list of ids and keys as `comparedKey` gives them; also answers `key`, NULL where these roles may not know it. */
  readonly byNames: Sql;
  /** Takes an id or a key as `comparedKey` gives it. At most two records. */
  readonly byName: Sql;
  /** Takes a title in any language. At most two records. */
  readonly byTitle: Sql;
  /** The same by the index of the search, where that has all that a title says: takes a title, and its words as the index is asked for them. */
  readonly byTitleFound: Sql | null;
  /** Takes a title as it is folded for a search, and its words as the index is asked for them. At most two records. */
  readonly byFolded: Sql;
}

/** A key as it is compared: two spellings of one e-mail address name one account. */
export function comparedKey(entity: Entity, key: string): string {
  return isAddress(entity) ? plainLower(key) : key;
}

function isAddress({ id, key }: Entity): boolean {
  return id === 'user' && key === 'email';
}

/** Planned once for each entity and set of roles. */
export const namedLookup = memoizedWeakly((context: PlanContext) =>
  memoizedWeakly((rights: Rights) =>
    memoized((entity: string) => planNamed(context, rights, entityOf(context, entity))),
  ),
);

function planNamed(context: PlanContext, rights: Rights, entity: Entity): NamedLookup {
  const visible = all([
    sql`t."trashed_at" IS NULL`,
    granted(context, rights, { entity, verbs: ['read', 'refer'], alias: 't' }),
  ]);
  const naming = rowsNaming(context, entity, rights, 't');
  const key = entity.key === null ? raw('NULL') : column('t', entity.key);
  const list = raw(context.dialect.items('names'), argument(0));
  const listed = sql`t."id" IN (SELECT "value" FROM ${list})`;
  const compared = isAddress(entity) ? sql`lower(${key})` : key;
  const isKey = (condition: Sql): Sql => (entity.key === null ? FALSE : all([condition, naming]));
  const from = sql`FROM ${table(entity.id)} t`;
  const found = (condition: Sql): Sql => sql`${from} WHERE ${all([condition, visible])}`;
  const shownKey = naming === TRUE ? key : sql`CASE WHEN ${naming} THEN ${key} END`;
  const titles = titleTexts(context, entity, 't', rights);
  const { search } = context.dialect;
  const isIndexed = searchedFields(entity).length > 0;
  const titled = any(titles.map((title) => sql`${title} = ${argument(0)}`));
  const folded = any(titles.map((title) => sql`nf_fold(${title}) = ${argument(0)}`));
  const inIndex = search.condition(entity.id, 't', argument(1));
  return {
    byId: sql`SELECT t."id" ${fromOne(entity.id, 'id', argument(0), visible)}`,
    byIds: sql`SELECT t."id" ${found(listed)}`,
    byNames: sql`SELECT t."id" AS id, ${shownKey} AS key ${found(any([listed, isKey(sql`${compared} IN (SELECT "value" FROM ${list})`)]))}`,
    byName: sql`SELECT t."id" ${found(any([sql`t."id" = ${argument(0)}`, isKey(sql`${compared} = ${argument(0)}`)]))} ORDER BY t."id" LIMIT 2`,
    byTitle: sql`SELECT t."id" ${found(titled)} ORDER BY t."id" LIMIT 2`,
    byTitleFound: isSearchedByTitle(entity)
      ? sql`SELECT t."id" ${found(all([inIndex, titled]))} ORDER BY t."id" LIMIT 2`
      : null,
    byFolded: sql`SELECT t."id" ${found(isIndexed ? all([inIndex, folded]) : FALSE)} ORDER BY t."id" LIMIT 2`,
  };
}

/** Whether a title is one text that the search looks into: of another one not all that it says stands in the index. */
function isSearchedByTitle(entity: Entity): boolean {
  const [part, ...more] = entity.title;
  return (
    part !== undefined &&
    more.length === 0 &&
    'field' in part &&
    searchedFields(entity).some(({ id }) => id === part.field)
  );
}
