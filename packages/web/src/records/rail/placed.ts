import { hasOptions, isTranslated, objectOf, typeOf, type Entity, type Field, type RecordValue } from '@ninefold/model';
import { cellOf } from '../../fields/cells/registry.ts';
import type { ShownSection } from '../../forms/sections/sections.ts';

/** What of a record stands in the middle of its page and what in the rail beside it, by the sections of the screen. */
export interface Placed {
  readonly middle: readonly ShownSection[];
  readonly rail: readonly ShownSection[];
}

/** Texts, lines and files stand in the middle; an object that has one of them stands there whole. */
export function placed(sections: readonly ShownSection[]): Placed {
  const fields = sections.flatMap((section) => section.fields);
  const bodies = new Set(fields.filter((field) => cellOf(field).isBody).map(groupName));
  const kept = (isBody: boolean): readonly ShownSection[] =>
    sections
      .map((section) => ({ ...section, fields: section.fields.filter((one) => bodies.has(groupName(one)) === isBody) }))
      .filter((section) => section.fields.length > 0);
  return { middle: kept(true), rail: kept(false) };
}

function groupName({ id }: Field): string {
  return objectOf(id) ?? id;
}

/** How many letters a heading has room for on a wide page; those of full width count twice. */
const MOST_IN_HEADING = 90;

/**
 * The fields that the title of the page says already, word by word: they are not said again. References, dates and numbers are
 * more than their words, and a title that is cut off says nothing whole.
 */
export function saidByTitle({ id: entity, fields, title }: Entity, record: RecordValue): ReadonlySet<string> {
  const shown = record.title ?? '';
  if (shown === '' || widthOf(shown) > MOST_IN_HEADING) return new Set();
  const said = title.flatMap((part) => ('field' in part ? (fields[part.field] ?? []) : []));
  const isWord = (field: Field): boolean => typeOf(field, entity).kind === 'text' && !hasOptions(field);
  return new Set(said.filter((field) => isWord(field) && !isTranslated(field)).map(({ id }) => id));
}

function widthOf(text: string): number {
  return [...text].reduce((width, letter) => width + (/[\u2e80-\uffef]/u.test(letter) ? 2 : 1), 0);
}
