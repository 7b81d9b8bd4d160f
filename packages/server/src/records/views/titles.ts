import {
  allLanguages,
  type Entity,
  type Field,
  isOneReference,
  isTitledInWords,
  isTranslated,
  mayBeNameless,
  type Rights,
  titleParts,
  type TitlePart,
  type Verb,
} from '@ninefold/model';
import { columnOf } from '../../storage/columns/registry.ts';
import { BETWEEN, CLOSE, LANGUAGE, OPEN } from '../../locales/title-texts.ts';
import { literal } from '../../storage/sql/names.ts';
import { readText } from './read-text.ts';
import { all, column, FALSE, join, raw, sql, table, TRUE, type Sql } from '../../storage/sql/sql.ts';
import { type PlanContext } from '../context/context.ts';
import { conditionOf, granted, rowsOf } from './conditions.ts';

const MAX_DEPTH = 3;

/** The field that stands for a text where records are put in order; null: the text itself. */
type ReadingOf = (entity: Entity, field: Field) => Field | null;
const AS_WRITTEN: ReadingOf = () => null;

/** How titles are made. */
interface Titling {
  readonly readingOf: ReadingOf;
  /** Of whoever sees the title: what they may not see is left out. Null: the whole title, for the application itself. */
  readonly rights: Rights | null;
  /** Values that the reader's language has words for are marked, for whatever shows the title (`locales/title-texts.ts`). */
  readonly isMarked: boolean;
  /** The language in which translated texts are read; null: the source language. */
  readonly language: string | null;
  /** How many references lead to it. */
  readonly depth: number;
}

const PLAIN: Omit<Titling, 'rights'> = { readingOf: AS_WRITTEN, isMarked: false, language: null, depth: 0 };

/**
 * The title of the row that `alias` names, as the reader with these rights may see it, with values as files have them and texts
 * in the source language; null for the whole title.
 */
export function titleText(context: PlanContext, entity: Entity, alias: string, rights: Rights | null): Sql {
  return titleOf(context, entity, alias, { ...PLAIN, rights });
}

/** The same in each language in which it may be another text, the source language first. */
export function titleTexts(
  context: PlanContext,
  entity: Entity,
  alias: string,
  rights: Rights | null,
): readonly [Sql, ...(readonly Sql[])] {
  const source = titleText(context, entity, alias, rights);
  const others = context.model.languages
    .slice(1)
    .map((language) => titleOf(context, entity, alias, { ...PLAIN, rights, language }));
  return [source, ...others.filter(({ text }) => text !== source.text)];
}

/** The same to be shown, with marks around the values that the reader's language has words for. */
export function shownTitle(context: PlanContext, entity: Entity, alias: string, rights: Rights): Sql {
  return titleOf(context, entity, alias, { ...PLAIN, rights, isMarked: true });
}

function titleOf(context: PlanContext, entity: Entity, alias: string, titling: Titling): Sql {
  const texts = titleParts(entity)
    .map((part) => partText(context, entity, { ...titling, part, alias }))
    .filter((text) => text !== null);
  if (texts.length === 0) return column(alias, 'id');
  const title = sql`trim(${join(texts, ' || ')})`;
  if (!titling.isMarked || !mayBeNameless(entity)) return title;
  return sql`coalesce(nullif(${title}, ''), ${raw(literal(`${OPEN}${entity.id} ${BETWEEN}${CLOSE}`))})`; // the name of the entity
}

/** What the title of a record shows. */
export function titleNames(entity: Entity): readonly string[] {
  return titleParts(entity).flatMap((part) => ('field' in part ? part.field : []));
}

/** Whether the title of every record shows its key, so that whoever sees that part of the one knows the other. */
export function isKeyInTitle({ key, title }: Entity): boolean {
  return title.length === 0 || title.some((part) => 'field' in part && part.field === key);
}

const SEEING: readonly Verb[] = ['read', 'refer'];

/**
 * The rows in whose titles the reader with these rights sees a field: where a grant of `read` or `refer` shows it. Only rows
 * that the reader may read or refer to are asked about.
 */
export function rowsTitled(
  context: PlanContext,
  entity: Entity,
  { rights, field, alias }: { readonly rights: Rights; readonly field: string; readonly alias: string },
): Sql {
  const grants = rights.grants(entity.id).filter(({ verbs }) => SEEING.some((verb) => verbs[verb] !== undefined));
  const showing = grants.filter(({ fields }) => fields[field]?.read === true);
  return showing.length === grants.length ? TRUE : rowsOf(context, showing, { entity, verbs: SEEING, alias });
}

interface Part extends Titling {
  readonly part: TitlePart;
  readonly alias: string;
}

function partText(context: PlanContext, entity: Entity, { part, ...titling }: Part): Sql | null {
  const { alias, rights } = titling;
  if ('text' in part) return raw(literal(part.text));
  const field = entity.fields[part.field];
  if (!field) return ['created_at', 'changed_at', 'state'].includes(part.field) ? column(alias, part.field) : null;
  const open = rights === null ? TRUE : rowsTitled(context, entity, { rights, field: field.id, alias });
  const shown = open === FALSE ? null : fieldText(context, entity, { ...titling, field });
  if (shown === null) return null;
  const visible = field.visibleWhen === null ? TRUE : conditionOf(context, entity, alias, field.visibleWhen);
  const when = all([open, visible]);
  return when === TRUE ? shown : sql`CASE WHEN ${when} THEN ${shown} ELSE '' END`;
}

function fieldText(
  context: PlanContext,
  entity: Entity,
  { field, alias, ...titling }: Titling & { readonly field: Field; readonly alias: string },
): Sql | null {
  if (isOneReference(field))
    return titling.depth < MAX_DEPTH
      ? referencedTitle(context, field.to, column(alias, field.id), { ...titling, depth: titling.depth + 1 })
      : null;
  const stored = columnOf(field);
  if (stored === null) return null;
  if (titling.isMarked && isTranslated(field)) return inEachLanguage(entity, field, alias);
  const reading = titling.readingOf(entity, field);
  const texts = [
    ...(reading === null ? [] : [column(alias, reading.id)]),
    marked(
      entity,
      field.id,
      raw(stored.title(context.dialect, readText(entity, field, alias, titling.language).text, field)),
      titling.isMarked && isTitledInWords(field),
    ),
  ];
  return sql`coalesce(${join(texts, ', ')}, '')`;
}

/** A text with its translations, of which whatever shows the title takes one. */
function inEachLanguage(entity: Entity, field: Field, alias: string): Sql {
  const texts = allLanguages(entity.fields, field).map(({ id }) => sql`coalesce(${column(alias, id)}, '')`);
  return marked(entity, field.id, join(texts, ` || ${literal(LANGUAGE)} || `), true);
}

/** A value of a title between its marks; a blank stays one. */
function marked(entity: Entity, field: string, text: Sql, isMarked: boolean): Sql {
  const before = raw(literal(`${OPEN}${entity.id} ${field}${BETWEEN}`));
  return isMarked ? sql`${before} || ${text} || ${raw(literal(CLOSE))}` : text;
}

/** The title of a record that a title shows; nothing where the reader may neither read that record nor refer to it. */
function referencedTitle(context: PlanContext, to: string, id: Sql, titling: Titling): Sql | null {
  const target = context.model.entities[to];
  if (!target) return null;
  const alias = `x${titling.depth}`;
  const { rights } = titling;
  const seen = rights === null ? TRUE : granted(context, rights, { entity: target, verbs: SEEING, alias });
  if (seen === FALSE) return null;
  const title = titleOf(context, target, alias, titling);
  const rows = all([sql`${column(alias, 'id')} = ${id}`, seen]);
  return sql`coalesce((SELECT ${title} FROM ${table(to)} ${raw(alias)} WHERE ${rows}), '')`;
}

const BLANK = raw('NULL');

interface ReadableTitle {
  readonly to: string;
  readonly id: Sql;
  /** Left out: the title is to be shown. */
  readonly readingOf?: ReadingOf;
  readonly language?: string | null;
}

/** The title of the record with this id to be shown, NULL where this reader may neither read it nor refer to it. */
export function readableTitle(
  context: PlanContext,
  rights: Rights,
  { to, id, readingOf, language = null }: ReadableTitle,
): Sql {
  const target = context.model.entities[to];
  if (!target) return BLANK;
  const visible = granted(context, rights, { entity: target, verbs: SEEING, alias: 'x' });
  if (visible === FALSE) return BLANK;
  const title = titleOf(context, target, 'x', {
    ...PLAIN,
    readingOf: readingOf ?? AS_WRITTEN,
    rights,
    isMarked: readingOf === undefined,
    language,
  });
  return sql`(SELECT ${title} FROM ${table(to)} x WHERE ${all([sql`x."id" = ${id}`, visible])})`;
}

/** The same to be put in order by: a text goes by its reading where this reader may read that of every record. */
export function titleInOrder(
  context: PlanContext,
  rights: Rights,
  { to, id, language }: { readonly to: string; readonly id: Sql; readonly language: string | null },
): Sql {
  const readingOf: ReadingOf = (entity, { sortBy }) => {
    const reading = sortBy === null ? undefined : entity.fields[sortBy];
    return reading && readsOfAll(rights, entity, reading) ? reading : null;
  };
  return readableTitle(context, rights, { to, id, readingOf, language });
}

function readsOfAll(rights: Rights, entity: Entity, field: Field): boolean {
  const grants = rights.grants(entity.id);
  return (
    field.visibleWhen === null && grants.some(({ verbs, fields }) => verbs.read === true && fields[field.id]?.read)
  );
}
