import type { Entity, Field, Rights, TitlePart } from '@ninefold/model';
import { columnOf } from '../../storage/columns/registry.ts';
import { literal, quoted } from '../../storage/names.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type { Ground } from '../context.ts';
import { conditionOf, FALSE, granted, join, sql, TRUE, wrap, type Sql } from './sql.ts';

const MAX_DEPTH = 3;

/** The field that stands for a text where records are put in order; null: the text itself. */
type ReadingOf = (entity: Entity, field: Field) => Field | null;
const AS_WRITTEN: ReadingOf = () => null;

/** The rendered title of the row that `alias` names. */
export function titleText(ground: Ground, entity: Entity, alias: string, readingOf = AS_WRITTEN, depth = 0): Sql {
  const parts = entity.title.length > 0 ? entity.title : fallbackTitle(entity);
  const texts = parts
    .map((part) => partText(ground, entity, part, alias, readingOf, depth))
    .filter((text) => text !== null);
  return texts.length === 0 ? sql(`${alias}."id"`) : wrap('trim(', join(texts, ' || '), ')');
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
): Sql | null {
  if ('text' in part) return sql(literal(part.text));
  const field = entity.fields[part.field];
  if (!field)
    return ['created_at', 'changed_at', 'state'].includes(part.field) ? sql(`${alias}.${quoted(part.field)}`) : null;
  const shown = fieldText(ground, entity, field, alias, readingOf, depth);
  if (shown === null || field.visibleWhen === null) return shown;
  const visible = conditionOf(ground, entity, alias, field.visibleWhen);
  return join([wrap('CASE WHEN ', visible, ''), wrap('', shown, " ELSE '' END")], ' THEN ');
}

function fieldText(
  ground: Ground,
  entity: Entity,
  field: Field,
  alias: string,
  readingOf: ReadingOf,
  depth: number,
): Sql | null {
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
  return sql(`coalesce(${texts.join(', ')}, '')`);
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

function referencedTitle(ground: Ground, to: string, column: string, readingOf: ReadingOf, depth: number): Sql | null {
  const target = ground.model.entities[to];
  if (!target) return null;
  const alias = `x${depth}`;
  const rows = ` FROM ${quoted(to)} ${alias} WHERE ${alias}."id" = ${column}), '')`;
  return wrap('coalesce((SELECT ', titleText(ground, target, alias, readingOf, depth), rows);
}

/** The title of the record that `column` names, NULL where this reader may neither read it nor refer to it. */
export function readableTitle(ground: Ground, rights: Rights, to: string, column: string, readingOf = AS_WRITTEN): Sql {
  const target = ground.model.entities[to];
  if (!target) return sql('NULL');
  const visible = granted(ground, rights, target, ['read', 'refer'], 'x');
  if (visible === FALSE) return sql('NULL');
  const title = titleText(ground, target, 'x', readingOf);
  const select = wrap('(SELECT ', title, ` FROM ${quoted(to)} x WHERE x."id" = ${column}`);
  return visible === TRUE ? wrap('', select, ')') : join([select, wrap('(', visible, '))')], ' AND ');
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
