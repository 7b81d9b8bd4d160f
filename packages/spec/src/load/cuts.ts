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
  for (const line of new Set([...(begun === null ? [] : [begun]), ...linesAround(text, offset)])) {
    const mended = withoutBlock(text, line, read);
    if (mended === null) continue;
    const { end, without, next } = mended;
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

/** The file without the block that begins at a line, as its first line below is indented or else all that is deeper. */
function withoutBlock(
  text: string,
  line: number,
  read: Document,
): { readonly end: number; readonly without: string; readonly next: Document } | null {
  for (const end of new Set(blockEnds(text, line))) {
    const without = `${text.slice(0, line)}${text.slice(line, end).replace(/[^\r\n]/g, ' ')}${text.slice(end)}`;
    const next = without === text ? read : parsed(without);
    if (isMended(read, next, end)) return { end, without, next };
  }
  return null;
}

/** Where the lines begin that may be the cause: that of the error, its neighbours, and the one that stands beside it. */
function linesAround(text: string, offset: number): readonly number[] {
  const own = lineStart(text, offset);
  const next = lineEnd(text, own) + 1;
  const before = lineStart(text, own - 1);
  return [own, next, before, siblingBefore(text, own)].filter((line) => line < text.length);
}

/**
 * The line before a line that should stand where it stands, and stands a little left or right of it: the less indented of
 * those that end the block above, or the one above which that block is.
 */
function siblingBefore(text: string, own: number): number {
  const wanted = indentAt(text, own);
  let found = own;
  let indent = Infinity;
  for (let line = own; line > 0; ) {
    line = lineStart(text, line - 1);
    if (text.slice(line, lineEnd(text, line)).trim() === '') continue;
    const at = indentAt(text, line);
    if (at <= wanted) return wanted - at < indent - wanted ? line : found;
    if (at < indent) [found, indent] = [line, at];
  }
  return found;
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

/** Where the line begins that an offset is in, or its end. */
function lineStart(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1; // a search from before the text would begin at its first character
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

/** The end of a line with all that stands below it as its first line does, and with all that stands deeper than it. */
function blockEnds(text: string, line: number): readonly number[] {
  const end = lineEnd(text, line);
  const after = indentAt(text, end + 1);
  const own = indentAt(text, line);
  // a line that stands a little left or right of where it belongs: what follows is its own only if it has no value
  const hasValue = !/:\s*(?:#.*)?$/.test(text.slice(line, end));
  const isAstray = text[line] === '\t' || after === own + 1;
  if (isAstray && hasValue) return [end];
  if (isAstray) return [endBefore(text, end, after)];
  return [...(after > own ? [endBefore(text, end, after)] : []), endBefore(text, end, own + 1)];
}

/** The end of the lines from an offset on that have at least so many spaces before them. */
function endBefore(text: string, from: number, least: number): number {
  let end = from;
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
