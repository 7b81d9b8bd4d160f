import { canEver, type Expression, type Rights } from '@ninefold/model';
import { entityOf, type Context } from '../context.ts';
import { conditionOf, type Sql } from './sql.ts';
import { planView, type View } from './view.ts';
import { parseWhere, whereSql } from './where.ts';
import { forbidden } from '../forbidden.ts';

/** Views and callers' conditions, planned once for each set of roles. */
export interface Views {
  /** Refuses with `forbidden` where no grant reads the entity at all, before any row is looked at. */
  view(rights: Rights, entity: string): View;
  /** The same without refusing; what may not be read is in no answer. */
  peek(rights: Rights, entity: string): View;
  /** A caller's own condition as SQL over `t`, true only on rows where he may read what it reads. */
  where(view: View, source: string): Sql & { readonly looks: readonly string[] };
  /** A condition of the specification, which sees everything. */
  condition(view: View, expression: Expression): Sql;
}

const MAX_CONDITIONS = 300;

export function createViews(context: Context): Views {
  const views = new WeakMap<Rights, Map<string, View>>();
  const conditions = new WeakMap<View, Map<string, Sql>>();
  const asked = new WeakMap<View, Map<string, ReturnType<Views['where']>>>();
  const peek = (rights: Rights, entity: string): View => {
    const known = views.get(rights) ?? new Map<string, View>();
    views.set(rights, known);
    const found = known.get(entity) ?? planView(context, entityOf(context, entity), rights);
    known.set(entity, found);
    return found;
  };
  return {
    peek,
    view: (rights, entity) => {
      entityOf(context, entity);
      if (!canEver(rights, entity, 'read')) throw forbidden(entity, 'read');
      return peek(rights, entity);
    },
    where: (view, source) =>
      cached(asked, view, source, () => {
        const where = parseWhere(context.model, view.rights, view.entity, source);
        return { ...whereSql(context, view.entity, view.rights, where), looks: looksOf(where) };
      }),
    condition: (view, expression) =>
      cached(conditions, view, expression.source, () => conditionOf(context, view.entity, 't', expression)),
  };
}

/** Fields of the rows themselves that a condition begins with. */
export function looksOf({ reads }: Expression): readonly string[] {
  return reads.flatMap((path) => (path.startsWith('record.') ? [path.slice('record.'.length)] : []));
}

function cached<T>(all: WeakMap<View, Map<string, T>>, view: View, key: string, make: () => T): T {
  const known = all.get(view) ?? new Map<string, T>();
  all.set(view, known);
  const found = known.get(key) ?? make();
  if (!known.has(key) && known.size >= MAX_CONDITIONS) known.clear();
  known.set(key, found);
  return found;
}
