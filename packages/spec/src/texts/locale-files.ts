import type { SourceFile } from '../application.ts';
import type { Report } from '../issues/report.ts';
import { LOCALE_FILE, PAGE_FILE } from '../load/file-names.ts';
import { isText } from '../load/is-text.ts';
import { jsonPlace, readJson } from '../load/json.ts';
import { sourceText, type SourceText, type Spot } from '../located.ts';
import { flatten, type Flat, type TellText } from './flat.ts';

/** A text of a locale file, with the file that it stands in and its key there. */
export interface FiledText {
  readonly text: string;
  readonly source: SourceText;
  readonly written: string;
}

/** Where a text stands; reads the whole file, and so is asked only where something is wrong. */
export function placeOfText({ source, written }: FiledText): Spot {
  return jsonPlace(source, written.split('.'));
}

/** Texts of all locale files by language and dotted key. */
export type FiledTexts = ReadonlyMap<string, ReadonlyMap<string, FiledText>>;

/** What locale files say. */
export interface LocaleTexts {
  readonly filed: FiledTexts;
  /** By language, the keys below which something stands that is no text; that of the whole tree where a file is no JSON. */
  readonly lost: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads `locales/<language>/<namespace>.json`; a key that two files give, what is no text, and pages that are none, are
 * reported. `kept` gives the key under which a text is kept for the one under which it is written.
 */
export function readLocaleFiles(
  files: readonly SourceFile[],
  report: Report,
  kept: (key: string) => string,
): LocaleTexts {
  const languages = new Map<string, Map<string, FiledText>>();
  const lost = new Map<string, string[]>();
  for (const file of files) {
    if (PAGE_FILE.test(file.path)) isText(sourceText(file.path, file.text), report);
    const language = LOCALE_FILE.exec(file.path)?.[1];
    if (language === undefined) continue;
    const source = sourceText(file.path, file.text.replace(/^\uFEFF/, ''));
    const texts = languages.get(language) ?? new Map<string, FiledText>();
    languages.set(language, texts);
    const unread: string[] = [];
    const flat = readFile(source, report, unread);
    lost.set(language, [...(lost.get(language) ?? []), ...unread.map((key) => kept(key))]);
    for (const [written, text] of flat) {
      const filed = { text, source, written };
      const other = texts.get(kept(written));
      if (other) report('NF1105', placeOfText(filed), { key: written, other: other.source.path });
      else texts.set(kept(written), filed);
    }
  }
  return { filed: languages, lost };
}

/** The texts of a file; `unread` takes the keys below which it has none. */
function readFile(source: SourceText, report: Report, unread: string[]): Flat {
  const flat: Flat = new Map();
  const parsed = isText(source, report) ? readJson(source, report) : null;
  if (parsed === null) {
    unread.push('');
    return flat;
  }
  const tell: TellText = (path, wrong) => {
    const key = path.join('.');
    if (wrong === 'no_text') unread.push(key);
    if (wrong === 'no_text') report('NF1106', jsonPlace(source, path), { key });
    else report('NF1105', jsonPlace(source, path), { key, other: source.path });
  };
  flatten(parsed.value, [], tell, flat);
  return flat;
}

/** Markdown of `locales/pages/<page>.<language>.md`, by page and language. */
export function readPages(files: readonly SourceFile[]): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const pages: Record<string, Record<string, string>> = {};
  for (const { path, text } of files) {
    const [, page, language] = PAGE_FILE.exec(path) ?? [];
    if (page !== undefined && language !== undefined) (pages[page] ??= {})[language] = text;
  }
  return pages;
}
