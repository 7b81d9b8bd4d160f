import { GAPS, isLines, memoizedWeakly, type Entity, type Field, type LinesField } from '@ninefold/model';
import { columnOf } from '../columns/registry.ts';

/** Fields that a search looks into: `search: true`, the key, and the texts of the title. */
export const searchedFields = memoizedWeakly((entity: Entity): readonly Field[] => {
  const titled = new Set(entity.title.flatMap((part) => ('field' in part ? [part.field] : [])));
  return Object.values(entity.fields).filter((field) => {
    const isText = columnOf(field)?.searched === true;
    const named = field.translates ?? field.id; // in every language
    return isText && (field.search || named === entity.key || titled.has(named));
  });
});

/** A field whose lines have fields that a search looks into. */
export interface SearchedLines {
  readonly lines: LinesField;
  readonly fields: readonly Field[];
}

/** Fields of lines that a search looks into: those with `search: true`. */
export const searchedLines = memoizedWeakly((entity: Entity): readonly SearchedLines[] =>
  Object.values(entity.fields).flatMap((lines) => {
    const inner = isLines(lines) ? Object.values(lines.fields) : [];
    const fields = inner.filter((field) => field.search && columnOf(field)?.searched === true);
    return isLines(lines) && fields.length > 0 ? [{ lines, fields }] : [];
  }),
);

/** Whether a search finds records of the entity by what they hold. */
export function isSearched(entity: Entity): boolean {
  return searchedFields(entity).length + searchedLines(entity).length > 0;
}

/** What `_search` holds: every searched text, folded. */
export function searchText(entity: Entity, value: (field: string) => unknown): string | null {
  const own = searchedFields(entity).map(({ id }) => value(id));
  const inLines = searchedLines(entity).flatMap(({ lines, fields }) => {
    const items: unknown = value(lines.id);
    return (Array.isArray(items) ? items : []).flatMap((line: unknown) =>
      fields.map(({ id }) => (typeof line === 'object' && line !== null ? line[id as keyof typeof line] : null)),
    );
  });
  const texts = [...own, ...inLines].filter((text) => typeof text === 'string' && text !== '');
  return texts.length === 0 ? null : fold(texts.join('\n'));
}

/**
 * Text as a search compares it: compatibility forms, case and kana folded (a sigma at the end of a word too), marks and the
 * spaces between Japanese signs dropped. Deterministic, of any length.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC')
    .replaceAll(GAPS, '')
    .replaceAll(/[\u30a1-\u30f6]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - KANA));
}

/** How far a katakana stands behind its hiragana. */
const KANA = 0x60;

/** Which form of `fold` wrote the searched texts; another one has them written again. */
const FOLDING = 'fold:3';

/** What the searched texts of an entity are made of: the form of folding, then its fields. */
export function searchedBy(entity: Entity): readonly string[] {
  const inLines = searchedLines(entity).flatMap(({ lines, fields }) => fields.map(({ id }) => `${lines.id}.${id}`));
  return [FOLDING, ...searchedFields(entity).map(({ id }) => id), ...inLines];
}

/** Characters of one entry of the index: parts of words in scripts with and without spaces are found alike. */
const LENGTH = 3;
const MAX_WORDS = 8;
const SPACE = /[\s\p{White_Space}]+/u;

/** The words of a search, each folded as the stored text is; each has to be found somewhere. */
export function wordsOf(search: string): readonly string[] {
  return search
    .split(SPACE)
    .flatMap((word) => fold(word).split(SPACE))
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
}

/** From every place in a folded text the three characters that begin there, fewer at the end of a word; each once. */
export function gramsOf(text: string): ReadonlySet<string> {
  const grams = new Set<string>();
  for (const word of text.split(SPACE)) {
    if (PAIR.test(word)) addGrams(grams, [...word]);
    else for (let at = 0; at < word.length; at += 1) grams.add(word.slice(at, at + LENGTH));
  }
  return grams;
}

/** A character that two units of a text make. */
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/;

function addGrams(grams: Set<string>, characters: readonly string[]): void {
  for (let at = 0; at < characters.length; at += 1) grams.add(characters.slice(at, at + LENGTH).join(''));
}

/** The fewest grams that cover a word. One that is shorter than a gram is the beginning of some. */
export function coverOf(word: string): readonly string[] {
  const characters = [...word];
  if (characters.length <= LENGTH) return [word];
  const cover: string[] = [];
  for (let at = 0; at + LENGTH < characters.length; at += LENGTH)
    cover.push(characters.slice(at, at + LENGTH).join(''));
  return [...new Set([...cover, characters.slice(-LENGTH).join('')])];
}

/** Whether a gram is a whole one: three characters. */
export function isWhole(gram: string): boolean {
  return [...gram].length === LENGTH;
}
