import { hasApprovals, rightsFor, rolesIn, rolesWith, type Me, type Problem, type RecordValue } from '@ninefold/model';
import { all, raw, sql, table, valuesOf } from '../../../storage/sql/sql.ts';
import { scopeOf } from '../../context/context.ts';
import { peopleLoader } from '../../people/people.ts';
import { awaitedSql } from '../../reading/lists/waiting-rows.ts';
import type { Change } from '../change.ts';

/** The warning about the approvals that wait for somebody who is about to be unable to give them. */
export const APPROVALS_WAIT = 'approvals_wait';

/** Of a change of a user: tells whoever deactivates a person, or takes a role from them, how many records wait for an approval that they can no longer give then. */
export async function approvalWarnings(change: Change): Promise<readonly Problem[]> {
  const { context, before, record, tx } = change;
  if (before?.['active'] !== true || !hasApprovals(context.model)) return [];
  const roles = rolesIn(record['roles']);
  const isLeaving = record['active'] !== true;
  if (!isLeaving && rolesIn(before['roles']).every((role) => roles.includes(role))) return [];
  const me = (await peopleLoader(context)(tx, [before.id])).get(before.id);
  if (me === undefined) return [];
  const then = isLeaving ? 0 : await waitingFor(change, { ...me, roles: rolesWith(context.model, roles) });
  return told(isLeaving ? 'active' : 'roles', (await waitingFor(change, me)) - then);
}

/** Of the deletion of a user: tells whoever deletes them how many records wait for an approval that they can no longer give then. */
export async function deletionWarnings(asked: Asked, { id, active }: RecordValue): Promise<readonly Problem[]> {
  if (active !== true || !hasApprovals(asked.context.model)) return [];
  const me = (await peopleLoader(asked.context)(asked.tx, [id])).get(id);
  return me === undefined ? [] : told('', await waitingFor(asked, me));
}

function told(path: string, count: number): readonly Problem[] {
  return count > 0 ? [{ path, code: APPROVALS_WAIT, params: { count } }] : [];
}

type Asked = Pick<Change, 'context' | 'caller' | 'tx'>;

/** How many records wait for an approval of a person with these roles. */
async function waitingFor({ context, caller, tx }: Asked, me: Me): Promise<number> {
  const rights = rightsFor(context.model, me.roles);
  const scope = scopeOf(context, { me, rights, via: 'screen', usersWith: caller.usersWith });
  let count = 0;
  for (const entity of Object.values(context.model.entities)) {
    if (!hasApprovals({ entities: { [entity.id]: entity } })) continue;
    const waits = all([raw(`t."trashed_at" IS NULL`), awaitedSql(context, entity, rights, 'me')]);
    const statement = sql`SELECT count(*) AS n FROM ${table(entity.id)} t WHERE ${waits}`;
    const [row] = await tx.all(statement, valuesOf(statement, scope));
    count += Number(row?.['n'] ?? 0);
  }
  return count;
}
