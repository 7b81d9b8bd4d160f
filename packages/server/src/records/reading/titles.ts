import type { Entity, Field, Rights, TitlePart } from '@ninefold/model';
import { columnOf } from '../../storage/columns/registry.ts';
import { literal, quoted } from '../../storage/names.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type { Ground } from '../context.ts';
import { FALSE, granted, sql, TRUE, wrap, type Sql } from './sql.ts';

const MAX_DEPTH = 3;

/** The rendered title of the row that `alias` names, as SQL text. */
export function titleText(ground: Ground, entity: Entity, alias: string, depth = 0): string {
  const parts = entity.title.length > 0 ? entity.title : fallbackTitle(entity);
  const texts = parts.map((part) => partText(ground, entity, part, alias, depth)).filter((text) => text !== null);
  return texts.length === 0 ? `${alias}."id"` : `trim(${texts.join(' || ')})`;
}

/** Without a written title: the key, else the first line of text. */
function fallbackTitle(entity: Entity): readonly TitlePart[] {
  const first = Object.values(entity.fields).find(({ type }) => type === 'string' || type === 'sequence');
  const field = entity.key ?? first?.id;
  return field === undefined ? [] : [{ field }];
}

function partText(ground: Ground, entity: Entity, part: TitlePart, alias: string, depth: number): string | null {
  if ('text' in part) return literal(part.text);
  const field = entity.fields[part.field];
  if (!field)
    return ['created_at', 'changed_at', 'state'].includes(part.field) ? `${alias}.${quoted(part.field)}` : null;
  if (field.type === 'reference')
    return depth < MAX_DEPTH ? referencedTitle(ground, field.to, `${alias}.${quoted(field.id)}`, depth + 1) : null;
  return columnOf(field) === null
    ? null
    : `coalesce(${valueText(ground.dialect, field, `${alias}.${quoted(field.id)}`)}, '')`;
}

function valueText(dialect: Dialect, field: Field, column: string): string {
  switch (field.type) {
    case 'integer':
      return `CAST(${column} AS TEXT)`;
    case 'boolean':
      return `CASE WHEN ${column} THEN '1' ELSE '0' END`;
    case 'number':
    case 'money':
    case 'percent':
      return dialect.decimalText(column, field.scale);
    default:
      return column;
  }
}

function referencedTitle(ground: Ground, to: string, column: string, depth: number): string | null {
  const target = ground.model.entities[to];
  if (!target) return null;
  const alias = `x${depth}`;
  return `coalesce((SELECT ${titleText(ground, target, alias, depth)} FROM ${quoted(to)} ${alias} WHERE ${alias}."id" = ${column}), '')`;
}

/** The title of the record that `column` names, NULL where this reader may neither read it nor refer to it. */
export function readableTitle(ground: Ground, rights: Rights, to: string, column: string): Sql {
  const target = ground.model.entities[to];
  if (!target) return sql('NULL');
  const visible = granted(ground, rights, target, ['read', 'refer'], 'x');
  if (visible === FALSE) return sql('NULL');
  const select = `(SELECT ${titleText(ground, target, 'x')} FROM ${quoted(to)} x WHERE x."id" = ${column}`;
  return visible === TRUE ? sql(`${select})`) : wrap(`${select} AND (`, visible, '))');
}
