// oxlint-disable-next-line no-control-regex -- JSON forbids them in strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true|false|null/y;

/** Offset of the first character that makes a text no JSON (RFC 8259); its length where it ends too early. */
export function jsonBreak(text: string): number {
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
