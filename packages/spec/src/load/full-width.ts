/** Full-width signs on one line that stand where YAML reads half-width ones only. */
export interface FullWidth {
  /** The first of them, as offsets. */
  readonly start: number;
  readonly end: number;
  /** The line with half-width signs, with a space after each colon. */
  readonly mended: string;
}

/** A file whose full-width signs are half-width, as long as before. */
export interface Narrowed {
  readonly text: string;
  readonly found: readonly FullWidth[];
  /** Keys that lost their last letter to the space after their colon, by their offsets. */
  readonly keys: ReadonlyMap<number, string>;
}

const SIGNS = /[：，、　｛]/;
const SPACE = '　';

/**
 * Writes full-width colons, commas and spaces half-width where a key begins, where a key ends, and between the entries of
 * a flow collection. In texts, in quotes and in comments they stay what they are.
 */
export function narrowed(text: string): Narrowed {
  const keys = new Map<number, string>();
  const found: FullWidth[] = [];
  if (!SIGNS.test(text)) return { text, found, keys };
  const place: Place = { depth: 0, textIndent: null, quote: '' };
  let start = 0;
  const lines = text.split('\n').map((line) => {
    const edits = isText(place, line) ? [] : editsOf(line, place.depth);
    const put = withEdits(line, edits, (at, key) => keys.set(start + at, key));
    const [first] = edits;
    if (first)
      found.push({ start: start + first.at, end: start + first.at + 1, mended: withEdits(line, edits, null).trim() });
    goOn(place, put);
    start += line.length + 1;
    return put;
  });
  return { text: lines.join('\n'), found, keys };
}

/** Where a line begins: in how many brackets, below which indentation a text goes on, in which quotes. */
interface Place {
  depth: number;
  textIndent: number | null;
  quote: string;
}

/** One sign that is written half-width. */
interface WidthEdit {
  readonly at: number;
  readonly put: string;
  /** The key before a colon that nothing follows but its value. */
  readonly key?: { readonly at: number; readonly name: string };
}

/** Whether a line continues a text. */
function isText(place: Place, line: string): boolean {
  if (place.quote !== '') return true;
  if (place.textIndent === null || line.trim() === '') return false;
  if (indentOf(line) > place.textIndent) return true;
  place.textIndent = null;
  return false;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Texts in quotes behind a sign of YAML, and comments. */
const ASIDE = /(?<=(?:^|[-:：,，、[{])\s*)(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?:^|(?<=\s))#.*$/g;
const KEY_COLON = /(^\s*(?:- +)?|[{,，、]\s*)([a-z_][\w.]*)(\s*)([:：])(　*)/gi;
const AFTER_BRACKET = /(?<=[[{,，、]\s*)　(?=\s*[\w"'{[-])/g;
const BEFORE_BRACKET = /(?<=[\w"'\]}]\s*)　(?=\s*[}\],])/g;
const BEFORE_KEY = /(?<=[\w"'\]}]\s*)[，、](?=\s*[a-z_][\w.]*\s*[:：])/gi;
/** Behind a text in another script the colon has to be half-width: with a full-width one all of it may be a text. */
const BEFORE_KEY_IN_TEXT = /(?<=[^\s\0-\x7f，、：]\s*)[，、](?=\s*[a-z_][\w.]*\s*:\s)/gi;
const BETWEEN_ITEMS = /(?<=[\w"'\]}]\s*)[，、](?=\s*[\w"'{[-])/g;

/** The bracket of a map: a key follows it, with a colon that no text may have. */
const BRACE = /(?<=(?:^\s*(?:- +)?|[:：,，、[{]\s*))｛(?=\s*[a-z_][\w.]*\s*:\s)/gi;

function editsOf(line: string, depth: number): readonly WidthEdit[] {
  if (!SIGNS.test(line)) return [];
  const plain = line.replace(ASIDE, (part) => (part.startsWith('#') ? ' ' : '"').repeat(part.length));
  const braces = [...plain.matchAll(BRACE)].flatMap(({ index }) => bracesAt(plain, index));
  const bare = withEdits(plain, braces, null);
  const opened = (at: number): string => openAt(bare.slice(0, at), depth);
  const edits: WidthEdit[] = [...(/^\s*/.exec(bare)?.[0] ?? '')].flatMap((sign, at) =>
    sign === SPACE && bare.trim() !== '' ? [{ at, put: ' ' }] : [],
  );
  edits.push(...braces);
  for (const match of bare.matchAll(KEY_COLON)) edits.push(...colonOf(match, bare, opened));
  for (const { index } of bare.matchAll(AFTER_BRACKET)) if (opened(index) !== '') edits.push({ at: index, put: ' ' });
  for (const { index } of bare.matchAll(BEFORE_BRACKET)) if (opened(index) !== '') edits.push({ at: index, put: ' ' });
  for (const { index } of bare.matchAll(BEFORE_KEY)) if (opened(index) !== '') edits.push({ at: index, put: ',' });
  for (const { index } of bare.matchAll(BEFORE_KEY_IN_TEXT))
    if (opened(index) === '{') edits.push({ at: index, put: ',' });
  for (const { index } of bare.matchAll(BETWEEN_ITEMS)) if (opened(index) === '[') edits.push({ at: index, put: ',' });
  const once = new Map(edits.map((edit) => [edit.at, edit]));
  return [...once.values()].sort((a, b) => a.at - b.at);
}

/** A bracket that opens a map, and the one that closes it on the same line. */
function bracesAt(line: string, at: number): readonly WidthEdit[] {
  let depth = 0;
  for (let index = at; index < line.length; index += 1) {
    const sign = line[index] ?? '';
    if ('｛{'.includes(sign)) depth += 1;
    else if ('｝}'.includes(sign)) depth -= 1;
    if (depth === 0)
      return [
        { at, put: '{' },
        { at: index, put: '}' },
      ];
  }
  return [{ at, put: '{' }];
}

/** The colon of a key, and the full-width spaces before and behind it. */
function colonOf(match: RegExpExecArray, bare: string, opened: (at: number) => string): readonly WidthEdit[] {
  const [whole, before = '', name = '', between = '', colon = '', after = ''] = match;
  const at = match.index + before.length;
  if (/[{,，、]/.test(before) && opened(at) !== '{') return [];
  const colonAt = at + name.length + between.length;
  const next = bare[match.index + whole.length];
  const isClose = after === '' && next !== undefined && !/\s/.test(next);
  if (colon === ':' && (after === '' || isClose)) return [];
  return [
    ...[...between].flatMap((sign, index) => (sign === SPACE ? [{ at: at + name.length + index, put: ' ' }] : [])),
    ...(colon === '：' ? [{ at: colonAt, put: ':', ...(isClose ? { key: { at, name } } : {}) }] : []),
    ...[...after].map((_, index) => ({ at: colonAt + 1 + index, put: ' ' })),
  ];
}

/** The innermost bracket that is open at the end of a text; empty outside of flow collections. */
function openAt(before: string, depth: number): string {
  const open: string[] = Array.from({ length: depth }, () => '{');
  for (const sign of before.slice(depth > 0 ? 0 : flowStart(before))) {
    if ('[{'.includes(sign)) open.push(sign);
    else if (']}'.includes(sign)) open.pop();
  }
  return open.at(-1) ?? '';
}

/** Where the flow collection of a line begins: the bracket that follows a key, or begins the line. */
function flowStart(line: string): number {
  const match = /(?:^\s*(?:- +)?|^[^[{]*?[:：]\s*)(?=[[{])/.exec(line);
  return match === null ? line.length : match[0].length;
}

/** The line with half-width signs. With `lost`, it stays as long as it was: a key gives a letter for the space after its colon. */
function withEdits(
  line: string,
  edits: readonly WidthEdit[],
  lost: ((at: number, key: string) => void) | null,
): string {
  const signs = [...line.split('')];
  for (const { at, put, key } of edits) {
    if (!key || lost === null) signs[at] = key ? `${put} ` : put;
    else if (key.name.length > 1) {
      signs[at - 1] = put;
      signs[at] = ' ';
      lost(key.at, key.name);
    }
  }
  return signs.join('');
}

/** What is known behind a line. */
function goOn(place: Place, line: string): void {
  if (place.quote !== '') {
    if (line.includes(place.quote)) place.quote = '';
    return;
  }
  if (place.textIndent !== null || line.trim() === '') return;
  const bare = line.replace(ASIDE, '');
  if (place.depth > 0 || flowStart(bare) < bare.length) {
    const from = place.depth > 0 ? 0 : flowStart(bare);
    for (const sign of bare.slice(from)) place.depth += '[{'.includes(sign) ? 1 : ']}'.includes(sign) ? -1 : 0;
    place.depth = Math.max(0, place.depth);
    return;
  }
  const [, value = ''] = /^\s*(?:- +)?[^\s:#][^:]*:\s+(\S.*)$/.exec(bare) ?? [];
  if (/^["']/.test(value)) place.quote = value[0] ?? '';
  else if (value !== '') place.textIndent = indentOf(line);
}
