import { VARIABLES } from '../../packages/spec/src/expressions/typing/check-path.ts';
import { FUNCTIONS, LATER, MACRO_NAMES } from '../../packages/spec/src/expressions/functions/table.ts';
import { systemFieldNames } from '../../packages/spec/src/expressions/schema/schema-of.ts';
import { WRITTEN_TYPES } from '../../packages/spec/src/compile/kinds/written-types.ts';
import { NOT_YET_TYPES } from '../../packages/spec/src/compile/reading/not-yet.ts';
import { keysOf, PLACES } from '../../packages/spec/src/language/keys-of.ts';
import type { Place } from '../../packages/spec/src/language/shape.ts';
import { notYetValues } from './not-yet-values.ts';

/** The page of the language, whose marks of what does not run yet are generated. */
export const LANGUAGE_PAGE = 'docs/language.md';

/** The mark, as it stands behind a word or a heading. */
const MARK = ' *(not yet)*';

/** What a part of the page describes: the keys of a place, or one of the other lists of words. */
interface Described {
  readonly words: ReadonlySet<string>;
  /** Words and whole forms that the running version refuses. */
  readonly notYet: ReadonlySet<string>;
}

/** Places where the keys of single types are described with those of fields. */
const LIKE_FIELDS: ReadonlySet<Place> = new Set(['partField', 'lineField', 'inputField']);

/** Everything that the page has to describe, by the name that its comments give it. */
const DESCRIBED: ReadonlyMap<string, Described> = new Map([
  ...PLACES.map((place) => [place as string, placeWords(place)] as const),
  ['types', described(WRITTEN_TYPES, NOT_YET_TYPES)],
  ['functions', described([...FUNCTIONS.keys(), ...MACRO_NAMES], [...LATER.keys()])],
  ['variables', described(VARIABLES, [])],
  ['system_fields', described([...systemFieldNames(true), 'did', 'awaits'], [])],
]);

function described(running: readonly string[], notYet: readonly string[]): Described {
  return { words: new Set([...running, ...notYet]), notYet: new Set(notYet) };
}

function placeWords(place: Place): Described {
  const keys = keysOf(place).filter(({ only }) => only === null || !LIKE_FIELDS.has(place));
  const refused = [...keys.filter(({ notYet }) => notYet).map(({ key }) => key), ...notYetValues(place)];
  return described(
    keys.map(({ key }) => key),
    refused,
  );
}

/** A page with its marks set by the lists of the code, and what the page fails to describe. */
export interface MarkedPage {
  readonly text: string;
  /** What no line of the page describes, such as `transition.after`. */
  readonly missing: readonly string[];
  /** Comments of the page that name nothing: their line, from 1, and their text. */
  readonly unknown: readonly (readonly [line: number, name: string])[];
}

const KEYS_COMMENT = /^<!-- keys: (\w+) -->$/;
const SECTION_COMMENT = /^<!-- section: (\w+)\.(.+) -->$/;
const HEADING = /^#{1,6} /;
const CODE = '`[^`]+`';
/** An item of a list or a row of a table that begins with words in code. */
const ENTRY = new RegExp(`^(- |\\| )(${CODE}(?:(?:, | and )${CODE})*)(.*)$`);

/**
 * Sets the marks of the page. A comment `<!-- keys: transition -->` names the keys that the items and rows below it
 * describe, up to the next heading or comment; each item begins with the words in code. A comment `<!-- section:
 * transition.after -->` marks the heading above it.
 */
export function markedPage(written: string): MarkedPage {
  const lines = written.replaceAll(MARK_AT_CODE, '').split('\n').map(unmarkedHeading);
  const left = new Map([...DESCRIBED].map(([name, { words, notYet }]) => [name, new Set([...words, ...notYet])]));
  const unknown: (readonly [number, string])[] = [];
  let place: string | null = null;
  let heading = 0;
  for (const [index, line] of lines.entries()) {
    const name = KEYS_COMMENT.exec(line)?.[1];
    const [, at = '', word = ''] = SECTION_COMMENT.exec(line) ?? [];
    if (HEADING.test(line)) [place, heading] = [null, index];
    if (name !== undefined) place = name;
    const named = name ?? at;
    if (named !== '' && !DESCRIBED.has(named)) unknown.push([index + 1, named]);
    if (DESCRIBED.get(at)?.notYet.has(word)) lines[heading] = `${lines[heading] ?? ''}${MARK}`;
    if (place !== null) lines[index] = markedEntry(line, DESCRIBED.get(place), left.get(place));
  }
  const missing = [...left].flatMap(([name, words]) => [...words].map((word) => `${name}.${word}`));
  return { text: lines.join('\n'), missing, unknown };
}

/** A mark behind a word in code, or before an item that begins with one. */
const MARK_AT_CODE = /(?<=`) \*\(not yet\)\*|(?<=^- )\*\(not yet\)\* (?=`)/gm;

function unmarkedHeading(line: string): string {
  return HEADING.test(line) && line.endsWith(MARK) ? line.slice(0, -MARK.length) : line;
}

/** The line with its marks, one before several words where it holds for all; the words described are taken out of `left`. */
function markedEntry(line: string, place: Described | undefined, left: Set<string> | undefined): string {
  const [, start = '', words = '', rest = ''] = ENTRY.exec(line) ?? [];
  if (words === '' || place === undefined || left === undefined) return line;
  const codes = words.match(new RegExp(CODE, 'g')) ?? [];
  const entries = codes.map((code) => entryOf(code.slice(1, -1), place));
  for (const entry of entries) left.delete(entry);
  const refused = entries.map((entry) => place.notYet.has(entry));
  if (refused.length > 1 && refused.every(Boolean)) return `${start}${MARK.trimStart()} ${words}${rest}`;
  let at = 0;
  const marked = words.replaceAll(new RegExp(CODE, 'g'), (code) => {
    at += 1;
    return refused[at - 1] === true ? `${code}${MARK}` : code;
  });
  return `${start}${marked}${rest}`;
}

/** The form that is written, where the list has it word for word; otherwise the key, type or function. */
function entryOf(code: string, place: Described): string {
  return place.notYet.has(code) ? code : (/^\w+/.exec(code)?.[0] ?? code);
}
