import { parseEscape } from './parse-escape.ts';
import { between, NAMED, not, oneOf, PERL, unicodeClass } from './points.ts';
import type { Reader } from './reader.ts';
import type { PointTest } from './syntax.ts';

/** Widens a set where case does not count; done before a set is turned round. */
export type Fold = (test: PointTest) => PointTest;

/** `[a-z\d[:space:]]`; a bracket or hyphen that stands first or last is itself. */
export function parseClass(reader: Reader, fold: Fold): PointTest {
  const negated = reader.takeIf(/^\[(\^?)/)?.[1] === '^';
  const tests: PointTest[] = [];
  for (let first = true; first || reader.peek() !== ']'; first = false) {
    if (reader.done) throw reader.problem();
    tests.push(parseItem(reader, fold));
  }
  reader.take();
  return negated ? not(oneOf(tests)) : oneOf(tests);
}

function parseItem(reader: Reader, fold: Fold): PointTest {
  const named = reader.takeIf(/^\[:(\^?)(\w+):\]/);
  if (named) return namedClass(reader, fold, named[2] ?? '', named[1] === '^');
  const set = parseEscapeClass(reader, fold);
  if (set) return set;
  const from = parsePoint(reader);
  if (!reader.takeIf(/^-(?!\])/)) return fold(between(from, from));
  const to = parsePoint(reader);
  if (to < from) throw reader.problem();
  return fold(between(from, to));
}

function namedClass(reader: Reader, fold: Fold, name: string, negated: boolean): PointTest {
  const test = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (!test) throw reader.problem();
  return negated ? not(fold(test)) : fold(test);
}

function parsePoint(reader: Reader): number {
  if (reader.peek() === '\\') return parseEscape(reader);
  const point = reader.take()?.codePointAt(0);
  if (point === undefined) throw reader.problem();
  return point;
}

/** `\d` and its like, `\pL`, `\p{Greek}`, `\P{Lu}`; null where something else stands there. */
export function parseEscapeClass(reader: Reader, fold: Fold): PointTest | null {
  const perl = reader.takeIf(/^\\([dDwWsS])/)?.[1];
  const known = PERL[perl?.toLowerCase() ?? ''];
  if (perl !== undefined && known) return perl === perl.toLowerCase() ? fold(known) : not(fold(known));
  const unicode = reader.takeIf(/^\\([pP])(?:([A-Z])|\{(\^?)([A-Za-z_]+)\})/);
  if (!unicode) return null;
  const [, letter, short, caret, long] = unicode;
  const test = unicodeClass(short ?? long ?? '');
  if (!test) throw reader.problem();
  return (letter === 'P') === (caret === '^') ? fold(test) : not(fold(test));
}
