/** A key that stands a second time in its object, and where, as UTF-16 offsets. */
export interface JsonTwice {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** The keys that stand more than once in an object of well-formed JSON: a parser takes the last without a word. */
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
