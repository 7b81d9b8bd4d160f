import {
  canEver,
  isLines,
  isManyReferences,
  isOneReference,
  isReference,
  rightsFor,
  rolesIn,
  rolesWith,
  type Entity,
  type Field,
  type Model,
  type Problem,
  type RecordValue,
  type Transition,
  type Wire,
} from '@ninefold/model';
import {
  all,
  any,
  argument,
  column,
  join,
  raw,
  sql,
  table,
  value,
  valuesOf,
  type Sql,
} from '../../../storage/sql/sql.ts';
import { childTable } from '../../../storage/sql/names.ts';
import { entityOf } from '../../context/context.ts';
import { granted } from '../../views/conditions.ts';
import type { Change } from '../change.ts';

/** The warning about records that are not finished and name somebody who is about to be unable to go on with them. */
export const OPEN_WORK = 'open_work';

/** So many people who could go on with the work are named; the others are counted. */
const MOST_NAMED = 5;

/**
 * Of a change of a user: tells whoever deactivates a person, or takes a role from them, how many records that are not in a final state
 * name them and cannot be continued by them then, by kind, and who has the same roles. Counted are all records, also those that the
 * writer may not read: somebody has to know of them.
 */
export async function openWorkWarnings(change: Change): Promise<readonly Problem[]> {
  const { before, context, record } = change;
  if (before?.['active'] !== true) return [];
  const isLeaving = record['active'] !== true;
  const [had, left] = [rolesIn(before['roles']), isLeaving ? [] : rolesIn(record['roles'])];
  if (!isLeaving && had.every((role) => left.includes(role))) return [];
  const holders: { readonly entity: string; readonly count: number }[] = [];
  for (const entity of Object.values(context.model.entities)) {
    const states = isLeaving ? openStates(entity) : statesLost(context.model, entity, { had, left });
    const count = await openOf(change, entity, { states, person: before.id });
    if (count > 0) holders.push({ entity: entity.id, count });
  }
  if (holders.length === 0) return [];
  const count = holders.reduce((sum, one) => sum + one.count, 0);
  const takers = await takersOf(change, before);
  const [named, others] = [takers.slice(0, MOST_NAMED), takers.length - MOST_NAMED];
  const params = {
    ...{ count, holders },
    ...(named.length > 0 && { takers: named }),
    ...(others > 0 && { others }),
  } satisfies Told;
  return [{ path: isLeaving ? 'active' : 'roles', code: OPEN_WORK, params }];
}

type Told = Readonly<Record<string, Wire>>;

/** The states in which there is something to do yet. */
function openStates({ lifecycle }: Entity): readonly string[] {
  const states = Object.values(lifecycle?.states ?? {});
  return states.filter(({ final }) => !final).map(({ id }) => id);
}

/** The roles of a person before a change, and those that are left to them. */
interface Roles {
  readonly had: readonly string[];
  readonly left: readonly string[];
}

/** The open states in which a person can do nothing any more of what they could: no update, or a step that leads on. */
function statesLost(model: Model, entity: Entity, { had, left }: Roles): readonly string[] {
  const [before, after] = [rolesWith(model, had), rolesWith(model, left)];
  const mayUpdate = (roles: readonly string[]): boolean => canEver(rightsFor(model, roles), entity.id, 'update');
  const open = openStates(entity);
  if (mayUpdate(before) && !mayUpdate(after)) return open;
  const steps = Object.values(entity.lifecycle?.transitions ?? {});
  const mayFire = (roles: readonly string[], { by }: Transition): boolean => by.some((role) => roles.includes(role));
  const lost = steps.filter((step) => mayFire(before, step) && !mayFire(after, step));
  return open.filter((state) => lost.some(({ from }) => from.includes(state)));
}

/** How many records of an entity that are in one of these states name a person: in a field, in a list of people, or in lines. */
async function openOf(
  { tx, writeScope }: Change,
  entity: Entity,
  { states, person }: { readonly states: readonly string[]; readonly person: string },
): Promise<number> {
  const names = Object.values(entity.fields).flatMap((field) => naming(entity, field));
  if (names.length === 0 || states.length === 0) return 0;
  const isOpen = sql`t."state" IN (${join(states.map(value), ', ')})`;
  const where = all([raw(`t."trashed_at" IS NULL`), isOpen, any(names)]);
  const statement = sql`SELECT count(*) AS n FROM ${table(entity.id)} t WHERE ${where}`;
  const [row] = await tx.all(statement, valuesOf(statement, writeScope, [person]));
  return Number(row?.['n'] ?? 0);
}

/** Where the first argument is a user whom a field names; none of a field that names nobody. */
function naming(entity: Entity, field: Field): readonly Sql[] {
  const isOf = (one: Field): boolean => isReference(one) && one.to === 'user' && one.computed?.live !== true;
  const within = (where: Sql): Sql =>
    sql`EXISTS (SELECT 1 FROM ${table(childTable(entity.id, field.id))} l WHERE l."record" = t."id" AND ${where})`;
  if (isLines(field)) {
    const inner = Object.values(field.fields).filter((one) => isOneReference(one) && isOf(one));
    const named = inner.map((one) => sql`${column('l', one.id)} = ${argument(0)}`);
    return named.length === 0 ? [] : [within(any(named))];
  }
  if (!isOf(field)) return [];
  return [
    isManyReferences(field) ? within(sql`l."value" = ${argument(0)}`) : sql`${column('t', field.id)} = ${argument(0)}`,
  ];
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
  const statement = sql`SELECT t."name" FROM ${table('user')} t WHERE ${all([isThere, ...has, isSeen])} ORDER BY t."name"`;
  const rows = await tx.all(statement, valuesOf(statement, writeScope, [person.id]));
  return rows.map(({ name }) => String(name));
}
