import { sourceText, type SourceText, type Spot } from '../../packages/spec/src/located.ts';
import type { Edit, Kind } from './planted.ts';
import { swapped } from './spelling.ts';
import { textOf, type Written } from './written.ts';

/** A key of a locale file with its text; offsets include the quotes. */
interface Text {
  readonly path: readonly string[];
  readonly key: Spot;
  readonly value: Spot;
  /** The same text in the source language, with its quotes; null in a file of that language. */
  readonly meant: string | null;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}]/g;

/** The texts of one file of JSON, which has no lists. */
function textsIn(source: SourceText): readonly Omit<Text, 'meant'>[] {
  const found: Omit<Text, 'meant'>[] = [];
  const path: string[] = [];
  let key: Spot | null = null;
  for (const [token, start] of [...source.text.matchAll(TOKEN)].map((one) => [one[0], one.index] as const)) {
    const spot = { source, start, end: start + token.length };
    if (token === '}') path.pop();
    else if (token === '{') path.push(key === null ? '' : wordOf(key));
    else if (key !== null) found.push({ path: [...path.slice(1), wordOf(key)], key, value: spot });
    key = token.startsWith('"') && key === null ? spot : null;
  }
  return found;
}

function wordOf(key: Spot): string {
  return textOf(key).slice(1, -1);
}

/** The texts of all locale files: `locales/<language>/<namespace>.json`, of which English is the source. */
function texts({ files }: Written): readonly Text[] {
  const all = files.flatMap(({ path, text }) => {
    const [, language = ''] = /^locales\/(\w+)\/\w+\.json$/.exec(path) ?? [];
    return language === '' ? [] : textsIn(sourceText(path, text)).map((one) => ({ ...one, language }));
  });
  const sources = new Map(
    all.flatMap((one) => (one.language === 'en' ? [[one.path.join('.'), textOf(one.value)] as const] : [])),
  );
  return all.map(({ language, ...one }) => ({
    ...one,
    meant: language === 'en' ? null : (sources.get(one.path.join('.')) ?? null),
  }));
}

/** Where texts that are missing are told: at the languages of the application. */
function languages({ pairs }: Written): readonly Spot[] {
  return pairs.flatMap(({ key, value }) => (key === 'languages' ? [value.spot] : []));
}

/** A change of each text. */
function each(name: string, change: (text: Text, written: Written) => Edit | null): Kind {
  return { name, edits: (written) => texts(written).flatMap((one) => change(one, written) ?? []) };
}

/** A change of each text that is a translation of another one. */
function translated(name: string, change: (text: string, meant: string) => string): Kind {
  return each(name, ({ value, meant }) => {
    const put = meant === null ? null : `"${change(textOf(value).slice(1, -1), meant.slice(1, -1))}"`;
    return put === null || put === textOf(value) ? null : { spot: value, put };
  });
}

/** The text with its key, and with the comma that parts it from its neighbour. */
function dropped({ key, value }: Text): Edit {
  const { source } = key;
  const [after] = /^\s*,/.exec(source.text.slice(value.end)) ?? [''];
  const [before] = after === '' ? (/,\s*$/.exec(source.text.slice(0, key.start)) ?? ['']) : [''];
  return { spot: { source, start: key.start - before.length, end: value.end + after.length }, put: '' };
}

/** Whether a text has others beside it: without them, the map that it stands in would be empty. */
function hasOthers({ key, value }: Text): boolean {
  const { text } = key.source;
  return /,\s*$/.test(text.slice(0, key.start)) || /^\s*,/.test(text.slice(value.end));
}

/** Mistakes in the texts of an application. */
export const TEXT_KINDS: readonly Kind[] = [
  {
    name: 'a key of a text with two letters swapped',
    edits: (written, random) =>
      texts(written).flatMap(({ key }): readonly Edit[] => {
        const put = `"${swapped(wordOf(key), random)}"`;
        return put === textOf(key) ? [] : [{ spot: key, put, near: languages(written) }];
      }),
  },
  {
    ...each('a text that is dropped', (text, written) =>
      hasOthers(text) ? { ...dropped(text), near: languages(written) } : null,
    ),
    mayBeRight: true, // not every text has to be there
  },
  each('a text twice', ({ key, value }) => {
    const spot = { ...key, end: value.end };
    return { spot, put: `${textOf(spot)}, ${textOf(spot)}` };
  }),
  each('a text without its last quote', ({ value }) => ({ spot: { ...value, start: value.end - 1 }, put: '' })),
  each('a text in single quotes', ({ value }) => ({ spot: value, put: `'${textOf(value).slice(1, -1)}'` })),
  each('a number for a text', ({ value }) => ({ spot: value, put: '5' })),
  each('a list for a text', ({ value }) => ({ spot: value, put: `[${textOf(value)}]` })),
  {
    name: 'a value of a text with two letters swapped',
    edits: (written, random) =>
      texts(written).flatMap(({ value }): readonly Edit[] => {
        const put = textOf(value).replace(/(?<=\{\{)\w+/, (name) => swapped(name, random));
        return put === textOf(value) ? [] : [{ spot: value, put }];
      }),
  },
  translated('a value of a text lost in its translation', (text) => text.replace(/\{\{\w+\}\}/, '')),
  // one word may be a name that is the same in both languages
  translated('source text left in a translation', (text, meant) =>
    /[a-z]{2} [a-z]{2}/.test(meant) ? `${text} ${meant}` : text,
  ),
  translated('markup that the source text lacks', (text) => `<b>${text}</b>`),
  each('a plural form that is gone', (text, written) =>
    /_(?:one|other)$/.test(wordOf(text.key)) ? { ...dropped(text), near: languages(written) } : null,
  ),
];
