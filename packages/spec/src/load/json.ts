import type { Report } from '../issues/report.ts';
import type { SourceText, Spot } from '../located.ts';

/** Reads a JSON file; null where it is broken. Syntax errors, and keys that stand twice, are reported at their places. */
export function readJson(source: SourceText, report: Report): { readonly value: unknown } | null {
  try {
    const value: unknown = JSON.parse(source.text);
    for (const { key, start, end } of jsonTwice(source.text)) report('NF0005', { source, start, end }, { key });
    return { value };
  } catch {
    const at = jsonBreak(source.text);
    report('NF1101', { source, start: at, end: at + 1 }, { found: source.text.slice(at, at + 1) });
    return null;
  }
}

// oxlint-disable-next-line no-control-regex -- JSON forbids them in strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true|false|null/y;

/** Offset of the first character that makes a text no JSON (RFC 8259); its length where it ends too early. */
function jsonBreak(text: string): number {
  let at = 0;
  let deepest = 0;
  const space = (): void => {
    while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at += 1;
    deepest = Math.max(deepest, at);
  };
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at += match[0].length;
    space();
    return match !== null;
  };
  const sign = (character: string): boolean => {
    if (text[at] !== character) return false;
    at += 1;
    space();
    return true;
  };
  const members = (close: string, member: () => boolean): boolean => {
    if (sign(close)) return true;
    do if (!member()) return false;
    while (sign(','));
    return sign(close);
  };
  const value = (depth: number): boolean => {
    if (depth > 200) return false;
    if (sign('{')) return members('}', () => take(STRING) && sign(':') && value(depth + 1));
    if (sign('[')) return members(']', () => value(depth + 1));
    return take(STRING) || take(SCALAR);
  };
  space();
  value(0);
  return Math.min(deepest, text.length);
}

/** A key that stands a second time in its object, and where, as UTF-16 offsets. */
export interface JsonTwice {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** The keys that stand more than once in an object of well-formed JSON. A parser silently takes the last. */
export function jsonTwice(text: string): readonly JsonTwice[] {
  const found: JsonTwice[] = [];
  const open: (Set<string> | null)[] = []; // the keys of each object that is open; null for a list
  let isKey = false;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    if (token.startsWith('"')) {
      const keys = open.at(-1);
      if (!isKey || !keys) continue;
      const key = String(JSON.parse(token));
      if (keys.has(key)) found.push({ key, start: index, end: index + token.length });
      keys.add(key);
      isKey = false;
      continue;
    }
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token !== ',') open.pop();
    isKey = token === '{' || token === ',';
  }
  return found;
}

/** Where the value at a path of keys and indices stands in well-formed JSON; the start where there is none. */
export function jsonPlace(source: SourceText, path: readonly (string | number)[]): Spot {
  const tokens = [...source.text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)];
  let at = 0;
  const tokenAt = (index: number): string => tokens[index]?.[0] ?? '';
  const skip = (): void => {
    let depth = 0;
    do {
      const token = tokenAt(at);
      if (token === '{' || token === '[') depth += 1;
      if (token === '}' || token === ']') depth -= 1;
      at += 1;
    } while (depth > 0 && at < tokens.length);
  };
  for (const step of path) {
    const close = tokenAt(at) === '{' ? '}' : ']';
    at += 1;
    let index = 0;
    while (at < tokens.length && tokenAt(at) !== close) {
      const key: string | number = close === '}' ? keyOf(tokenAt(at)) : index;
      if (close === '}') at += 2;
      if (key === step) break;
      skip();
      if (tokenAt(at) === ',') at += 1;
      index += 1;
    }
  }
  const start = tokens[at]?.index ?? 0;
  return { source, start, end: start + tokenAt(at).length };
}

function keyOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}
