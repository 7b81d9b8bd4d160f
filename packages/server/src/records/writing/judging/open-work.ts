import {
  canEver,
  isOneReference,
  rolesIn,
  type Entity,
  type Problem,
  type RecordValue,
  type Wire,
} from '@ninefold/model';
import { all, any, argument, column, join, raw, sql, table, value, valuesOf } from '../../../storage/sql/sql.ts';
import { childTable } from '../../../storage/sql/names.ts';
import { entityOf } from '../../context/context.ts';
import { granted } from '../../views/conditions.ts';
import type { Change } from '../change.ts';

/** The warning about records that are not finished and name somebody who is about to be deactivated. */
export const OPEN_WORK = 'open_work';

/** So many people who could go on with the work are named. */
const MOST_NAMED = 5;

/**
 * Of a change of a user: tells whoever deactivates a person how many records that are not in a final state refer to them, by kind,
 * and who has the same roles. Counted are all records, also those that the writer may not read: somebody has to know of them.
 */
export async function openWorkWarnings(change: Change): Promise<readonly Problem[]> {
  const { before, context, record } = change;
  if (before?.['active'] !== true || record['active'] === true) return [];
  const holders: { readonly entity: string; readonly count: number }[] = [];
  for (const entity of Object.values(context.model.entities)) {
    const count = await openOf(change, entity, before.id);
    if (count > 0) holders.push({ entity: entity.id, count });
  }
  if (holders.length === 0) return [];
  const count = holders.reduce((sum, one) => sum + one.count, 0);
  const takers = await takersOf(change, before);
  return [
    {
      path: 'active',
      code: OPEN_WORK,
      params: { count, holders, ...(takers.length > 0 && { takers }) } satisfies Told,
    },
  ];
}

type Told = Readonly<Record<string, Wire>>;

/** How many records of an entity that are not in a final state refer to a person, by any of their fields. */
async function openOf({ tx, writeScope }: Change, entity: Entity, id: string): Promise<number> {
  const states = Object.values(entity.lifecycle?.states ?? {});
  const fields = Object.values(entity.fields).filter((field) => isOneReference(field) && field.to === 'user');
  const open = states.filter(({ final }) => !final);
  if (fields.length === 0 || open.length === 0) return 0;
  const isOpen = sql`t."state" IN (${join(
    open.map((state) => value(state.id)),
    ', ',
  )})`;
  const names = any(fields.map((field) => sql`${column('t', field.id)} = ${argument(0)}`));
  const where = all([raw(`t."trashed_at" IS NULL`), isOpen, names]);
  const statement = sql`SELECT count(*) AS n FROM ${table(entity.id)} t WHERE ${where}`;
  const [row] = await tx.all(statement, valuesOf(statement, writeScope, [id]));
  return Number(row?.['n'] ?? 0);
}

/** The names of others who have all roles that were given to a person, as far as the writer may read of them. */
async function takersOf({ context, rights, tx, writeScope }: Change, person: RecordValue): Promise<readonly string[]> {
  const roles = rolesIn(person['roles']);
  if (roles.length === 0 || !canEver(rights, 'user', 'read')) return [];
  const user = entityOf(context, 'user');
  const has = roles.map(
    (role) =>
      sql`EXISTS (SELECT 1 FROM ${table(childTable('user', 'roles'))} AS g WHERE g."record" = t."id" AND g."value" = ${value(role)})`,
  );
  const isSeen = granted(context, rights, { entity: user, verbs: ['read'], alias: 't' });
  const isThere = sql`t."active" = TRUE AND t."trashed_at" IS NULL AND t."id" <> ${argument(0)}`;
  const statement = sql`SELECT t."name" FROM ${table('user')} t WHERE ${all([isThere, ...has, isSeen])} ORDER BY t."name" LIMIT ${raw(String(MOST_NAMED))}`;
  const rows = await tx.all(statement, valuesOf(statement, writeScope, [person.id]));
  return rows.map(({ name }) => String(name));
}
