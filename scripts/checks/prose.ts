import { parseSync } from 'oxc-parser';
import { errorAt, outcomeOf, type Check, type Finding } from './finding.ts';
import { lineAt, readSources, type Files } from './sources/source-files.ts';

/** Words that no comment, page or English text uses, and what to write. */
const WORDS: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b(?:he|his|him|himself)\b/gi, 'a user is "they"'],
  [/\bopens? (?:a|the) (?:back ?)?door\b/gi, 'say what is granted'],
];

/** Invented people may be called what they are. */
const QUOTED = /"[^"\n]*"|“[^”\n]*”|`[^`\n]*`/g;

export const proseCheck: Check = {
  name: 'prose',
  run: async (root) =>
    outcomeOf(
      proseFindings(
        await readSources(
          root,
          /^(?:[A-Z]+\.md|docs\/.*\.md|packages\/[a-z]+\/locales\/en\/.*\.json|(?:packages|scripts|bench|e2e)\/.*\.tsx?)$/,
        ),
      ),
    ),
};

/** Words that a colleague who reads English as a second language would stop at; of programs only comments are read. */
export function proseFindings(files: Files): readonly Finding[] {
  return [...files].flatMap(([file, text]) =>
    WORDS.flatMap(([word, instead]) =>
      partsOf(file, text).flatMap(([start, part]) =>
        [...part.matchAll(word)].map((found) =>
          errorAt(file, lineAt(text, start + found.index), `"${found[0]}": ${instead}`),
        ),
      ),
    ),
  );
}

/** The prose of a file and where each part of it begins. */
function partsOf(file: string, text: string): readonly (readonly [start: number, part: string])[] {
  if (!/\.tsx?$/.test(file)) return [[0, file.endsWith('.json') ? text : withoutQuotes(text)]];
  return parseSync(file, text).comments.map(
    ({ start, end }) => [start, withoutQuotes(text.slice(start, end))] as const,
  );
}

/** The same text, as long as it was, with blanks in the place of what is quoted. */
function withoutQuotes(text: string): string {
  return text.replace(QUOTED, (quoted) => ' '.repeat(quoted.length));
}
