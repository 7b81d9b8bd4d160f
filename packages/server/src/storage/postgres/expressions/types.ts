import type { Type } from '@ninefold/model';
import { type Sql, sql } from '../../sql/sql.ts';

/** A piece whose type PostgreSQL cannot tell by itself. */
export function typed(type: Type, piece: Sql): Sql {
  switch (type.kind) {
    case 'number':
      return sql`(${piece})::numeric`;
    case 'boolean':
      return sql`(${piece})::boolean`;
    case 'duration':
      return sql`(${piece})::double precision[]`;
    default:
      return sql`((${piece})::text COLLATE "C")`;
  }
}
