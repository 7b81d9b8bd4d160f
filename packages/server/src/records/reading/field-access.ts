import type { Entity, Grant, Rights } from '@ninefold/model';
import type { Ground } from '../context.ts';
import { conditionOf, every, FALSE, rowsOf, TRUE, type Sql } from './sql.ts';
import { isKeyInTitle } from './titles.ts';

/** Which rows show a field to one set of roles: `always` where the row itself is shown, or those where one of the flags holds. */
export type Access = 'always' | 'never' | readonly number[];

/** Field by field what a set of roles reads of an entity, and the row conditions (`flags`) it depends on. */
export interface FieldAccess {
  readonly fields: ReadonlyMap<string, Access>;
  readonly flags: readonly Sql[];
}

export function fieldAccess(ground: Ground, entity: Entity, rights: Rights, alias: string): FieldAccess {
  const grants = rights.grants(entity.id).filter(({ verbs }) => verbs.read !== undefined);
  const conditions = grants.map((grant) => rowsOf(ground, [grant], entity, ['read'], alias));
  const used = new Map<Sql, number>();
  const fields = Object.keys(entity.fields).map((field): readonly [string, Access] => {
    const reading = grants.flatMap((grant, index) =>
      grant.fields[field]?.read === true ? [conditions[index] ?? FALSE] : [],
    );
    return [field, accessOf(reading, conditions, used)];
  });
  return { fields: new Map(fields), flags: [...used.keys()] };
}

function accessOf(reading: readonly Sql[], all: readonly Sql[], used: Map<Sql, number>): Access {
  if (reading.length === 0) return 'never';
  if (reading.includes(TRUE) || reading.length === all.length) return 'always';
  return reading.map((condition) => {
    const index = used.get(condition) ?? used.size;
    used.set(condition, index);
    return index;
  });
}

/** The rows whose fields of these names this reader may read: whoever may not cannot filter, sort or search by them. */
export function rowsShowing(
  ground: Ground,
  entity: Entity,
  rights: Rights,
  fields: readonly string[],
  alias: string,
): Sql {
  const grants: readonly Grant[] = rights.grants(entity.id).filter(({ verbs }) => verbs.read !== undefined);
  const known = [...new Set(fields)].filter((name) => Object.hasOwn(entity.fields, name));
  return every(
    known.flatMap((name) => {
      const reading = grants.filter((grant) => grant.fields[name]?.read === true);
      const rows = reading.length === grants.length ? TRUE : rowsOf(ground, reading, entity, ['read'], alias);
      const visible = entity.fields[name]?.visibleWhen ?? null;
      return [rows, ...(visible === null ? [] : [conditionOf(ground, entity, alias, visible)])];
    }),
  );
}

/** The rows whose key this reader may know: from the field itself, or from the title. */
export function rowsNaming(ground: Ground, entity: Entity, rights: Rights, alias: string): Sql {
  if (entity.key === null || isKeyInTitle(entity)) return TRUE;
  return rowsShowing(ground, entity, rights, [entity.key], alias);
}
