import { parseClass, parseEscapeClass, type Fold } from './parse-class.ts';
import { parseEscape } from './parse-escape.ts';
import { anyCase, anyPoint, between, notNewline } from './points.ts';
import { Reader } from './reader.ts';
import type { Anchor, Flags, Part } from './syntax.ts';

const MOST_REPEATS = 1000;
const DEEPEST = 100;
const EMPTY: Part = { kind: 'sequence', parts: [] };
const ESCAPED_ANCHORS: Readonly<Record<string, Anchor>> = { A: 'start', z: 'end', b: 'word', B: 'not_word' };

/** Reads a pattern in the syntax of RE2 (https://github.com/google/re2/wiki/Syntax); throws a `PatternProblem`. */
export function parsePattern(source: string): Part {
  const reader = new Reader(source);
  const part = parseEither(reader, { i: false, m: false, s: false }, 0);
  if (!reader.done) throw reader.problem();
  return part;
}

function parseEither(reader: Reader, flags: Flags, depth: number): Part {
  if (depth > DEEPEST) throw reader.problem();
  let inside = flags;
  let parts: Part[] = [];
  const branches: Part[] = [];
  for (;;) {
    const next = reader.peek();
    if (next === undefined || next === ')') break;
    if (next === '|') {
      reader.take();
      branches.push({ kind: 'sequence', parts });
      parts = [];
      continue;
    }
    const changed = takeFlags(reader, inside);
    if (changed) inside = changed;
    else parts.push(...parseRepeated(reader, inside, depth));
  }
  return branches.length === 0
    ? { kind: 'sequence', parts }
    : { kind: 'either', parts: [...branches, { kind: 'sequence', parts }] };
}

/** `(?i)` changes what follows in its group. */
function takeFlags(reader: Reader, flags: Flags): Flags | null {
  const letters = reader.takeIf(/^\(\?([imsU]*)(?:-([imsU]+))?\)/);
  return letters && applyFlags(flags, letters[1] ?? '', letters[2] ?? '', reader);
}

function applyFlags(flags: Flags, on: string, off: string, reader: Reader): Flags {
  if (on === '' && off === '') throw reader.problem();
  const flag = (name: keyof Flags): boolean => (flags[name] || on.includes(name)) && !off.includes(name);
  return { i: flag('i'), m: flag('m'), s: flag('s') };
}

function parseRepeated(reader: Reader, flags: Flags, depth: number): readonly Part[] {
  const quoted = reader.takeIf(/^\\Q([\s\S]*?)(?:\\E|$)/);
  const parts = quoted
    ? Array.from(quoted[1] ?? '', (char) => literal(char, flags))
    : [parseAtom(reader, flags, depth)];
  const last = parts.pop();
  if (last === undefined) return parts;
  const count = takeCount(reader);
  if (!count) return [...parts, last];
  if (takeCount(reader)) throw reader.problem();
  return [...parts, { kind: 'repeat', part: last, ...count }];
}

function takeCount(reader: Reader): { readonly least: number; readonly most: number | null } | null {
  const sign = reader.takeIf(/^([*+?])\??/)?.[1];
  if (sign !== undefined) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : null };
  const braces = reader.takeIf(/^\{(\d{1,6})(,?)(\d{0,6})\}\??/);
  if (!braces) return null;
  const least = Number(braces[1]);
  const most = braces[2] === '' ? least : braces[3] === '' ? null : Number(braces[3]);
  if (braces[2] === '' && braces[3] !== '') throw reader.problem();
  if (least > MOST_REPEATS || (most !== null && (most > MOST_REPEATS || most < least))) throw reader.problem();
  return { least, most };
}

function parseAtom(reader: Reader, flags: Flags, depth: number): Part {
  const char = reader.peek() ?? '';
  if (char === '(') return parseGroup(reader, flags, depth);
  if (char === '[') return { kind: 'point', test: parseClass(reader, foldOf(flags)) };
  if (char === '\\') return parseBackslash(reader, flags);
  if (/[*+?]/.test(char)) throw reader.problem();
  reader.take();
  if (char === '.') return { kind: 'point', test: flags.s ? anyPoint : notNewline };
  if (char === '^') return { kind: 'at', anchor: flags.m ? 'line_start' : 'start' };
  if (char === '$') return { kind: 'at', anchor: flags.m ? 'line_end' : 'end' };
  return literal(char, flags);
}

function parseGroup(reader: Reader, flags: Flags, depth: number): Part {
  const opened = reader.takeIf(/^\((?:\?(?:P?<[A-Za-z_]\w*>|([imsU]*)(?:-([imsU]+))?:))?/);
  if (!opened || reader.peek() === '?') throw reader.problem();
  const [, on = '', off = ''] = opened;
  const inside = on === '' && off === '' ? flags : applyFlags(flags, on, off, reader);
  const part = parseEither(reader, inside, depth + 1);
  if (reader.take() !== ')') throw reader.problem();
  return part.kind === 'sequence' && part.parts.length === 0 ? EMPTY : part;
}

function parseBackslash(reader: Reader, flags: Flags): Part {
  const anchor = reader.takeIf(/^\\([AzbB])/)?.[1];
  if (anchor !== undefined) return { kind: 'at', anchor: ESCAPED_ANCHORS[anchor] ?? 'start' };
  const set = parseEscapeClass(reader, foldOf(flags));
  if (set) return { kind: 'point', test: set };
  const point = parseEscape(reader);
  return { kind: 'point', test: foldOf(flags)(between(point, point)) };
}

function literal(char: string, flags: Flags): Part {
  const point = char.codePointAt(0) ?? 0;
  return { kind: 'point', test: foldOf(flags)(between(point, point)) };
}

const asWritten: Fold = (test) => test;

function foldOf(flags: Flags): Fold {
  return flags.i ? anyCase : asWritten;
}
