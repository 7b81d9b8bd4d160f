import type { SourceText, Spot } from './located.ts';

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
