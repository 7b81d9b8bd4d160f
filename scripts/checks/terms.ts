import { errorAt, outcomeOf, type Check, type Finding } from './finding.ts';
import { lineAt, readSources, type Files } from './sources/source-files.ts';

const PAGE = 'docs/terms.md';
/** The texts that users of the running application read. */
const RUNNING =
  /^(?:packages\/(?:web|model)\/locales\/|packages\/server\/locales\/[^/]+\/mail\.json$|examples\/[^/]+\/)/;

export const termsCheck: Check = {
  name: 'terms',
  run: async (root) =>
    outcomeOf(
      termFindings(
        await readSources(
          root,
          /^(?:docs\/terms\.md|(?:packages\/[a-z]+|scripts\/reference)\/locales\/.*\.json|packages\/[a-z]+\/src\/.*\/built-in\/.*\.json|examples\/[^/]+\/(?:[^/]+\.yaml|locales\/.*\.(?:json|md)))$/,
        ),
      ),
    ),
};

/** A word that no text uses, and the one to write. */
interface Word {
  readonly wrong: RegExp;
  readonly right: string;
  readonly language: 'en' | 'ja';
  /** Holds for the texts of the running application only. */
  readonly running: boolean;
}

/** Texts that use another word than the list of terms has for a thing, or break the style of the running application. */
export function termFindings(files: Files): readonly Finding[] {
  const words = wordsOf(files.get(PAGE) ?? '');
  if (words.length === 0) return [errorAt(PAGE, 1, 'no table of terms')];
  return [...files].flatMap(([file, text]) => (file === PAGE ? [] : textFindings(file, text, words)));
}

/** The tables of the page; those below a heading about the running application hold there only. */
function wordsOf(page: string): readonly Word[] {
  let running = false;
  return page.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) running = line.includes('running application');
    const [, english = '', japanese = '', , notEnglish, notJapanese] = line.split('|').map((cell) => cell.trim());
    if (notEnglish === undefined || notJapanese === undefined || /^-+$|^English$/.test(english)) return [];
    const list = (cell: string): readonly string[] => cell.split(', ').filter((word) => word !== '');
    return [
      ...list(notEnglish).map(
        (word): Word => ({
          wrong: new RegExp(String.raw`(?<![\w.-])${escaped(word)}(?![\w-])`, 'gi'),
          right: english,
          language: 'en',
          running,
        }),
      ),
      ...list(notJapanese).map(
        (word): Word => ({
          wrong: new RegExp(`${escaped(word)}(?!ー)`, 'g'),
          right: japanese,
          language: 'ja',
          running,
        }),
      ),
    ];
  });
}

function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

const JAPANESE = String.raw`[ぁ-んァ-ヶー一-龠々]`;

/** How something is not written, what to write, and where that holds. */
interface Style {
  readonly wrong: RegExp;
  readonly right: string;
  readonly language: 'en' | 'ja';
  /** Holds for the texts of the running application only. */
  readonly running: boolean;
}

const STYLE: readonly Style[] = [
  {
    wrong: new RegExp(`${JAPANESE}[ ]?(?:[!?]|:(?![A-Za-z/]))`, 'g'),
    right: 'a sign of full width',
    language: 'ja',
    running: false,
  },
  {
    wrong: new RegExp(String.raw`${JAPANESE}[(]|(?<!\]\([^)]*)[)]${JAPANESE}`, 'g'),
    right: 'brackets of full width',
    language: 'ja',
    running: false,
  },
  {
    wrong: new RegExp(`${JAPANESE} [A-Za-z0-9]|(?:[A-Za-z]|(?<=.)[0-9]) ${JAPANESE}`, 'g'),
    right: 'no space before or after',
    language: 'ja',
    running: true,
  },
  {
    wrong: new RegExp(String.raw`\u0000 ${JAPANESE}`, 'g'),
    right: 'no space after a value',
    language: 'ja',
    running: true,
  },
  { wrong: /〜/g, right: '～', language: 'ja', running: true },
  { wrong: /\.{3}/g, right: 'an ellipsis (…)', language: 'en', running: true },
];

function textFindings(file: string, text: string, words: readonly Word[]): readonly Finding[] {
  const language = /\/ja\/|\bja\.(?:json|md)$/.test(file) ? 'ja' : 'en';
  const isRunning = RUNNING.test(file);
  const wrong = [
    ...words.filter((word) => word.language === language && (isRunning || !word.running)),
    ...STYLE.filter(
      (style) => style.language === language && (isRunning || !style.running) && !/\.(?:md|yaml)$/.test(file),
    ),
  ];
  return partsOf(file, text).flatMap(([start, part]) =>
    wrong.flatMap((word) =>
      [...part.matchAll(word.wrong)].map((found) =>
        errorAt(file, lineAt(text, start + found.index), `"${found[0]}": write ${word.right} (${PAGE})`),
      ),
    ),
  );
}

/** What of a file people read: texts without keys, comments and code in backticks. */
function partsOf(file: string, text: string): readonly (readonly [start: number, part: string])[] {
  if (file.endsWith('.md')) return [[0, withoutCode(text)]];
  const values = file.endsWith('.json') ? /:\s*"((?:[^"\\]|\\.)*)"/g : /:\s+["'“]?([A-Z][^{}[\]\n]*)/g;
  return [...text.matchAll(values)].map(({ index, 0: whole, 1: value = '' }) => [
    index + whole.lastIndexOf(value),
    withoutCode(value),
  ]);
}

/** The same text, as long as it was, with blanks in the place of code and of values that are filled in. */
function withoutCode(text: string): string {
  return text.replaceAll(/`[^`\n]*`|\{\{[^}]*\}\}|[a-z]+(?:_[a-z]+)+/g, (code) => '\u0000'.repeat(code.length));
}
