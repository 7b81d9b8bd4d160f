import { type Entity, isLines, isOneReference, type LinesField, namingField, type Rights } from '@ninefold/model';
import { columnOf } from '../../storage/columns/registry.ts';
import { childTable } from '../../storage/sql/names.ts';
import { all, column, FALSE, raw, sql, table, TRUE, type Sql } from '../../storage/sql/sql.ts';
import type { PlanContext } from '../context/context.ts';
import { conditionOf, rowsOf } from './conditions.ts';
import { readableTitle } from './titles.ts';

/** Lines of records, as `order.rows` names them. */
export interface LinesOf {
  readonly entity: Entity;
  readonly field: LinesField;
}

/** The lines that this name means; null where it means none. */
export function linesNamed({ model }: Pick<PlanContext, 'model'>, name: string): LinesOf | null {
  const [to = '', lines = ''] = name.split('.');
  const entity = Object.hasOwn(model.entities, to) ? model.entities[to] : undefined;
  const field = entity && Object.hasOwn(entity.fields, lines) ? entity.fields[lines] : undefined;
  return entity && isLines(field) ? { entity, field } : null;
}

/** The records `alias` of which the reader with these rights reads the lines. */
export function rowsShowingLines(context: PlanContext, rights: Rights, { entity, field }: LinesOf, alias: string): Sql {
  const showing = rights.grants(entity.id).filter(({ fields }) => fields[field.id]?.read === true);
  const visible = field.visibleWhen === null ? TRUE : conditionOf(context, entity, alias, field.visibleWhen);
  return all([rowsOf(context, showing, { entity, verbs: ['read'], alias }), visible]);
}

/** The number of a line in its record, and what names it: `#2 Screw`. NULL where this reader may not read the lines. */
export function lineTitle(context: PlanContext, rights: Rights, name: string, id: Sql): Sql {
  const lines = linesNamed(context, name);
  const readable = lines === null ? FALSE : rowsShowingLines(context, rights, lines, 'y');
  if (lines === null || readable === FALSE) return raw('NULL');
  const { entity, field } = lines;
  const naming = nameOf(context, rights, field);
  const number = sql`CAST(n."position" + 1 AS TEXT)`;
  const title = naming === null ? sql`'#' || ${number}` : sql`trim('#' || ${number} || ' ' || coalesce(${naming}, ''))`;
  const from = sql`${table(childTable(entity.id, field.id))} n JOIN ${table(entity.id)} y ON y."id" = n."record"`;
  return sql`(SELECT ${title} FROM ${from} WHERE ${all([sql`n."id" = ${id}`, readable])})`;
}

function nameOf(context: PlanContext, rights: Rights, { fields }: LinesField): Sql | null {
  const naming = namingField(fields);
  if (naming === null) return null;
  if (isOneReference(naming)) return readableTitle(context, rights, { to: naming.to, id: column('n', naming.id) });
  const text = columnOf(naming);
  return text === null ? null : raw(text.title(context.dialect, column('n', naming.id).text, naming));
}
