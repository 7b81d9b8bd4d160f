import { canEver, type Expression, type Rights, memoized, memoizedWeakly } from '@ninefold/model';
import { entityOf, type Context } from '../context/context.ts';
import type { Sql } from '../../storage/sql/sql.ts';
import { conditionOf } from './conditions.ts';
import { planView, type View } from './view.ts';
import { parseWhere, whereSql } from './where.ts';
import { forbidden } from '../context/forbidden.ts';

/** Views and callers' conditions, planned once for each set of roles. */
export interface Views {
  /** Refuses with `forbidden` where no grant reads the entity at all, before any row is looked at. */
  view(rights: Rights, entity: string): View;
  /** The views of these rights by entity, without refusing; what may not be read is in no answer. */
  of(rights: Rights): (entity: string) => View;
  /** A caller's own condition as SQL over `t`, true only on rows where the caller may read what it reads. */
  where(view: View, source: string): Sql & { readonly looks: readonly string[]; readonly expression: Expression };
  /** A condition of the specification, which sees everything. */
  condition(view: View, expression: Expression): Sql;
}

const MAX_CONDITIONS = 300;

export function createViews(context: Context): Views {
  const of = memoizedWeakly((rights: Rights) =>
    memoized((entity: string) => planView(context, entityOf(context, entity), rights)),
  );
  const asked = memoizedWeakly((view: View) =>
    memoized((source: string) => {
      const where = parseWhere(context.model, view.rights, view.entity, source);
      return { ...whereSql(context, view.entity, view.rights, where), looks: looksOf(where), expression: where };
    }, MAX_CONDITIONS),
  );
  return {
    of,
    view: (rights, entity) => {
      entityOf(context, entity);
      if (!canEver(rights, entity, 'read')) throw forbidden(entity, 'read');
      return of(rights)(entity);
    },
    where: (view, source) => asked(view)(source),
    condition: (view, expression) => conditionOf(context, view.entity, 't', expression),
  };
}

/** Fields of the rows themselves that a condition begins with. */
export function looksOf({ reads }: Expression): readonly string[] {
  return reads.flatMap((path) => (path.startsWith('record.') ? [path.slice('record.'.length)] : []));
}
