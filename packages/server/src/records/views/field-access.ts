import type { Entity, Grant, Rights } from '@ninefold/model';
import type { PlanContext } from '../context/context.ts';
import { all, FALSE, TRUE, type Sql } from '../../storage/sql/sql.ts';
import { conditionOf, rowsOf } from './conditions.ts';
import { isKeyInTitle, rowsTitled } from './titles.ts';

/** Which rows show a field to one set of roles: `always` where the row itself is shown, or those where one of the flags holds. */
export type Access = 'always' | 'never' | readonly number[];

/** Field by field what a set of roles reads of an entity, or exports, and the row conditions (`flags`) it depends on. */
export interface FieldAccess {
  readonly fields: ReadonlyMap<string, Access>;
  readonly flags: readonly Sql[];
}

/** By the grants with this verb: of records that it is not given on nothing is said. */
export function fieldAccess(
  context: PlanContext,
  entity: Entity,
  rights: Rights,
  { alias, verb }: { readonly alias: string; readonly verb: 'read' | 'export' },
): FieldAccess {
  const grants = rights.grants(entity.id).filter(({ verbs }) => verbs[verb] !== undefined);
  const conditions = grants.map((grant) => rowsOf(context, [grant], { entity, verbs: [verb], alias }));
  const used = new Map<Sql, number>();
  const fields = Object.keys(entity.fields).map((field): readonly [string, Access] => {
    const reading = grants.flatMap((grant, index) =>
      grant.fields[field]?.read === true ? [conditions[index] ?? FALSE] : [],
    );
    return [field, accessOf(reading, conditions, used)];
  });
  return { fields: new Map(fields), flags: [...used.keys()] };
}

function accessOf(reading: readonly Sql[], conditions: readonly Sql[], used: Map<Sql, number>): Access {
  if (reading.length === 0) return 'never';
  if (reading.includes(TRUE) || reading.length === conditions.length) return 'always';
  return reading.map((condition) => {
    const index = used.get(condition) ?? used.size;
    used.set(condition, index);
    return index;
  });
}

/** The rows whose fields of these names this reader may read: whoever may not cannot filter, sort or search by them. */
export function rowsShowing(
  context: PlanContext,
  entity: Entity,
  { rights, fields, alias }: { readonly rights: Rights; readonly fields: readonly string[]; readonly alias: string },
): Sql {
  const grants: readonly Grant[] = rights.grants(entity.id).filter(({ verbs }) => verbs.read !== undefined);
  const known = [...new Set(fields)].filter((name) => Object.hasOwn(entity.fields, name));
  return all(
    known.flatMap((name) => {
      const reading = grants.filter((grant) => grant.fields[name]?.read === true);
      const rows =
        reading.length === grants.length ? TRUE : rowsOf(context, reading, { entity, verbs: ['read'], alias });
      const visible = entity.fields[name]?.visibleWhen ?? null;
      return [rows, ...(visible === null ? [] : [conditionOf(context, entity, alias, visible)])];
    }),
  );
}

/** The rows whose key this reader may know: from the field itself, or from what they see of the title. */
export function rowsNaming(context: PlanContext, entity: Entity, rights: Rights, alias: string): Sql {
  const { key } = entity;
  if (key === null) return TRUE;
  const reads = rights.grants(entity.id).some(({ verbs }) => verbs.read !== undefined);
  if (reads && !isKeyInTitle(entity)) return rowsShowing(context, entity, { rights, fields: [key], alias });
  const visible = entity.fields[key]?.visibleWhen ?? null;
  return all([
    rowsTitled(context, entity, { rights, field: key, alias }),
    ...(visible === null ? [] : [conditionOf(context, entity, alias, visible)]),
  ]);
}
