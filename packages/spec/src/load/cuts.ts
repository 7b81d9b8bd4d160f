import type { Document, ErrorCode } from 'yaml';
import { parsed } from './parsed.ts';

/** Lines that are no YAML, and the file without them. */
export interface Cut {
  readonly code: ErrorCode;
  readonly message: string;
  /** Where it is told, as offsets. */
  readonly at: number;
  readonly to: number;
  /** What is taken out. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly document: Document;
}

/** The parser reports what follows an open bracket as bad indentation. */
export function isUnclosed(message: string): boolean {
  return /^Flow (?:map|sequence) in block collection/.test(message);
}

/** Whether a file that was changed up to an offset has errors behind it only, and fewer. */
export function isMended({ errors }: Document, next: Document, end: number): boolean {
  return next.errors.length < errors.length && next.errors.every(({ pos }) => pos[0] > end);
}

/** Larger files are not read again and again. */
const LARGEST = 200_000;

/** The lines without which the rest up to them is YAML: those of the first error, or the line before or after it. */
export function cutOf(text: string, read: Document): Cut | null {
  const [error] = read.errors;
  if (!error || text.length > LARGEST) return null;
  const { code, message, pos } = error;
  const offset = Math.min(pos[0], text.length);
  const begun = code === 'MISSING_CHAR' || isUnclosed(message) ? begunBefore(text, offset, message) : null;
  for (const line of [...new Set([...(begun === null ? [] : [begun]), ...linesAround(text, offset)])]) {
    const end = blockEnd(text, line);
    const without = `${text.slice(0, line)}${text.slice(line, end).replace(/[^\r\n]/g, ' ')}${text.slice(end)}`;
    if (without === text) continue;
    const next = parsed(without);
    if (!isMended(read, next, end)) continue;
    const own = line + (/^\s*/.exec(text.slice(line))?.[0].length ?? 0);
    const isHere = offset >= (code === 'TAB_AS_INDENT' ? line : own) && offset < lineEnd(text, line);
    const at = isHere ? offset : own;
    return {
      code,
      message,
      at,
      to: isHere ? pos[1] : lineEnd(text, line),
      start: line,
      end,
      text: without,
      document: next,
    };
  }
  return null;
}

/** Where the lines begin that may be the cause: that of the error, and its neighbours. */
function linesAround(text: string, offset: number): readonly number[] {
  const own = text.lastIndexOf('\n', offset - 1) + 1;
  const next = lineEnd(text, own) + 1;
  const before = text.lastIndexOf('\n', own - 2) + 1;
  return [own, next, before].filter((line) => line < text.length);
}

/** The line of the bracket or quote that nothing closes before an offset. */
function begunBefore(text: string, offset: number, message: string): number | null {
  if (message.includes('quote')) {
    const line = /^.*$/gm;
    const found = [...text.slice(0, offset).matchAll(line)].find(([one]) => OPEN_QUOTE.test(one.replace(QUOTED, '')));
    return found?.index ?? null;
  }
  let depth = 0;
  for (let at = offset - 1; at >= 0; at -= 1) {
    const character = text[at] ?? '';
    if (']}'.includes(character)) depth += 1;
    else if ('[{'.includes(character) && depth === 0) return text.lastIndexOf('\n', at) + 1;
    else if ('[{'.includes(character)) depth -= 1;
  }
  return null;
}

/** Texts in quotes behind a colon, a bracket or a comma, and a quote there that is left without them. */
const QUOTED = /(?<=[:,[{]\s*)(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/g;
const OPEN_QUOTE = /[:,[{]\s*["']/;

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

/** The end of a line and of all that stands deeper below it. */
function blockEnd(text: string, line: number): number {
  let end = lineEnd(text, line);
  const after = indentAt(text, end + 1);
  // a line that stands a little left or right of where it belongs: what follows is its own only if it has no value
  const hasValue = !text.slice(line, end).trimEnd().endsWith(':');
  const isAstray = text[line] === '\t' || after === indentAt(text, line) + 1;
  if (isAstray && hasValue) return end;
  const least = isAstray ? after : indentAt(text, line) + 1;
  while (end < text.length) {
    const next = lineEnd(text, end + 1);
    const isBlank = text.slice(end + 1, next).trim() === '';
    if (!isBlank && indentAt(text, end + 1) < least) break;
    end = next;
  }
  return end;
}

function indentAt(text: string, line: number): number {
  return /^[ \t]*/.exec(text.slice(line, line + 1000))?.[0].length ?? 0;
}
