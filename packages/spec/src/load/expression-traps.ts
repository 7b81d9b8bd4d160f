import { lineText, positionOf, type SourceText, type Spot } from '../located.ts';

/** Keys whose values are expressions without a leading `=`, or begin with braces; row conditions of roles are among them. */
const EXPRESSION_KEYS: ReadonlySet<string> = new Set([
  ...['when', 'check', 'reject_when', 'never', 'where', 'computed', 'copy', 'find', 'pick', 'each', 'to', 'of'],
  ...['title', 'substitute', 'show', 'at', 'visible_when', 'required_when', 'editable_when', 'update_to'],
  ...['read', 'refer', 'create', 'update', 'delete', 'comment', 'history', 'export', 'import', 'print'],
]);

/** An expression that YAML read as something else, and its line as it should be written. */
export interface Trap {
  readonly spot: Spot;
  readonly quoted: string;
}

/** The expression without quotes around `offset`, or null where there is none. */
export function trapAt(source: SourceText, offset: number): Trap | null {
  const { line, column } = positionOf(source, offset);
  const text = lineText(source, line);
  const start = valueStart(text, column - 1);
  if (start === null) return null;
  const end = valueEnd(text, start);
  const value = text.slice(start, end).trimEnd();
  if (value === '' || isQuoted(value)) return null;
  const lineStart = source.lineStarts[line - 1] ?? 0;
  return {
    spot: { source, start: lineStart + start, end: lineStart + start + value.length },
    quoted: (text.slice(0, start) + quoted(value) + text.slice(start + value.length)).trim(),
  };
}

/**
 * Signs that nobody writes on purpose: `\b` of a pattern is a backspace in double quotes, and `\n` of a path on Windows
 * (`C:\new`, `\\server\new`) a new line.
 */
const ESCAPES = /^(?:[^\\]|\\\\|\\[^\\])*?\\[abefv0]|(?:^|['(])[a-z]:\\[nrt]|^\\\\[\w.-]+\\[nrt]/i;

/** A text in double quotes whose backslashes YAML reads as other signs, with its line in single quotes; null for any other. */
export function escapeTrap(spot: Spot): Trap | null {
  const { source, start, end } = spot;
  const inner = source.text.slice(start + 1, end - 1);
  if (inner.includes('\n') || !ESCAPES.test(inner)) return null;
  const { line } = positionOf(source, start);
  const lineStart = source.lineStarts[line - 1] ?? 0;
  const text = lineText(source, line);
  const single = `'${inner.replaceAll("'", "''")}'`;
  return { spot, quoted: (text.slice(0, start - lineStart) + single + text.slice(end - lineStart)).trim() };
}

/** Where the value of the nearest expression key at or before `index` begins. */
function valueStart(text: string, index: number): number | null {
  let found: number | null = null;
  for (const match of text.matchAll(/([a-z_][a-z0-9_]*): +/g)) {
    const start = match.index + match[0].length;
    if (start > index + 1) break;
    if (EXPRESSION_KEYS.has(match[1] ?? '') || text[start] === '=') found = start;
  }
  return found;
}

/** The end of the expression: the `,` or closing bracket of the flow collection around it, a comment, or the end of the line. */
function valueEnd(text: string, start: number): number {
  const inFlow = isOpen(text.slice(0, start));
  let depth = 0;
  let quote = '';
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (depth === 0 && inFlow && ',}]'.includes(character)) return at;
    else if (')]}'.includes(character)) depth -= 1;
    else if (character === '#' && text[at - 1] === ' ') return at;
  }
  return text.length;
}

/** Whether a bracket is open at the end of a text. */
function isOpen(text: string): boolean {
  let depth = 0;
  for (const character of text.replace(/"[^"]*"|'[^']*'/g, '')) {
    if ('[{'.includes(character)) depth += 1;
    else if (depth > 0 && ']}'.includes(character)) depth -= 1;
  }
  return depth > 0;
}

function isQuoted(value: string): boolean {
  return /^"(?:[^"\\]|\\.)*"$/.test(value) || /^'(?:[^']|'')*'$/.test(value);
}

function quoted(value: string): string {
  return value.includes("'") ? `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : `'${value}'`;
}

/** True where quotes and brackets of an expression do not close: YAML cut it at a `,` or ` #`. */
export function isCutOff(expression: string): boolean {
  let depth = 0;
  let quote = '';
  for (const character of expression) {
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
  }
  return depth > 0 || quote !== '';
}
