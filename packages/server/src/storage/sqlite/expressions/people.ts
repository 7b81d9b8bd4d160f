import { childTable } from '../../names.ts';
import type { Leaf } from './comparisons.ts';
import type { Context } from './context.ts';
import { readGuards } from './holders.ts';
import { SqlRefused } from './refused.ts';
import { name, sql } from './sql.ts';
import { type CallNode, valueOf } from './values.ts';

/** Whether a person who depends on the row was given a role. */
export function hasRole(node: CallNode, context: Context): Leaf {
  const [person, role] = node.args;
  const roles = context.model.entities['user']?.fields['roles'];
  if (!person || !role || roles?.type !== 'choices') throw new SqlRefused('function', 'has_role');
  const [who, which] = [valueOf(person, context), valueOf(role, context)];
  const holder = { kind: 'id', entity: 'user', lines: null, id: who.sql, guards: who.guards } as const;
  const table = name(childTable('user', 'roles'));
  const truth = sql`EXISTS (SELECT 1 FROM ${table} AS r WHERE r."record" = ${who.sql} AND r."value" = ${which.sql})`;
  return { truth, guards: [...who.guards, ...readGuards(holder, 'roles', context)], closed: [] };
}
