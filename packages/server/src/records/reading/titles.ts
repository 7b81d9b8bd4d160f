import type { Entity, Field, Rights, TitlePart } from '@ninefold/model';
import { columnOf } from '../../storage/columns/registry.ts';
import { literal, quoted } from '../../storage/names.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type { Ground } from '../context.ts';
import { FALSE, granted, sql, TRUE, wrap, type Sql } from './sql.ts';

const MAX_DEPTH = 3;

/** The field that stands for a text where records are put in order; null: the text itself. */
type ReadingOf = (entity: Entity, field: Field) => Field | null;
const AS_WRITTEN: ReadingOf = () => null;

/** The rendered title of the row that `alias` names, as SQL text. */
export function titleText(ground: Ground, entity: Entity, alias: string, readingOf = AS_WRITTEN, depth = 0): string {
  const parts = entity.title.length > 0 ? entity.title : fallbackTitle(entity);
  const texts = parts
    .map((part) => partText(ground, entity, part, alias, readingOf, depth))
    .filter((text) => text !== null);
  return texts.length === 0 ? `${alias}."id"` : `trim(${texts.join(' || ')})`;
}

/** What the title of a record shows. */
export function titleNames(entity: Entity): readonly string[] {
  const parts = entity.title.length > 0 ? entity.title : fallbackTitle(entity);
  return parts.flatMap((part) => ('field' in part ? part.field : []));
}

/** Whether the title of every record shows its key, so that whoever sees the one knows the other. */
export function isKeyInTitle({ key, title }: Entity): boolean {
  return title.length === 0 || title.some((part) => 'field' in part && part.field === key);
}

/** Without a written title: the key, else the first line of text. */
function fallbackTitle(entity: Entity): readonly TitlePart[] {
  const first = Object.values(entity.fields).find(({ type }) => type === 'string' || type === 'sequence');
  const field = entity.key ?? first?.id;
  return field === undefined ? [] : [{ field }];
}

function partText(
  ground: Ground,
  entity: Entity,
  part: TitlePart,
  alias: string,
  readingOf: ReadingOf,
  depth: number,
): string | null {
  if ('text' in part) return literal(part.text);
  const field = entity.fields[part.field];
  if (!field)
    return ['created_at', 'changed_at', 'state'].includes(part.field) ? `${alias}.${quoted(part.field)}` : null;
  if (field.type === 'reference')
    return depth < MAX_DEPTH
      ? referencedTitle(ground, field.to, `${alias}.${quoted(field.id)}`, readingOf, depth + 1)
      : null;
  if (columnOf(field) === null) return null;
  const reading = readingOf(entity, field);
  const texts = [
    ...(reading === null ? [] : [`${alias}.${quoted(reading.id)}`]),
    valueText(ground.dialect, field, `${alias}.${quoted(field.id)}`),
  ];
  return `coalesce(${texts.join(', ')}, '')`;
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

function referencedTitle(
  ground: Ground,
  to: string,
  column: string,
  readingOf: ReadingOf,
  depth: number,
): string | null {
  const target = ground.model.entities[to];
  if (!target) return null;
  const alias = `x${depth}`;
  return `coalesce((SELECT ${titleText(ground, target, alias, readingOf, depth)} FROM ${quoted(to)} ${alias} WHERE ${alias}."id" = ${column}), '')`;
}

/** The title of the record that `column` names, NULL where this reader may neither read it nor refer to it. */
export function readableTitle(ground: Ground, rights: Rights, to: string, column: string, readingOf = AS_WRITTEN): Sql {
  const target = ground.model.entities[to];
  if (!target) return sql('NULL');
  const visible = granted(ground, rights, target, ['read', 'refer'], 'x');
  if (visible === FALSE) return sql('NULL');
  const select = `(SELECT ${titleText(ground, target, 'x', readingOf)} FROM ${quoted(to)} x WHERE x."id" = ${column}`;
  return visible === TRUE ? sql(`${select})`) : wrap(`${select} AND (`, visible, '))');
}

/** The same to be put in order by: a text goes by its reading where this reader may read that of every record. */
export function titleInOrder(ground: Ground, rights: Rights, to: string, column: string): Sql {
  return readableTitle(ground, rights, to, column, (entity, { sortBy }) => {
    const reading = sortBy === null ? undefined : entity.fields[sortBy];
    return reading && readsOfAll(rights, entity, reading) ? reading : null;
  });
}

function readsOfAll(rights: Rights, entity: Entity, field: Field): boolean {
  const grants = rights.grants(entity.id);
  return (
    field.visibleWhen === null && grants.some(({ verbs, fields }) => verbs.read === true && fields[field.id]?.read)
  );
}
