import type { PointTest } from './syntax.ts';

const NEWLINE = 10;

export const anyPoint: PointTest = () => true;
export const notNewline: PointTest = (point) => point !== NEWLINE;

function among(text: string): PointTest {
  const points = new Set(Array.from(text, (char) => char.codePointAt(0)));
  return (point) => points.has(point);
}

export function between(first: number, last: number): PointTest {
  return (point) => point >= first && point <= last;
}

export function oneOf(tests: readonly PointTest[]): PointTest {
  const [only] = tests;
  return only && tests.length === 1 ? only : (point) => tests.some((test) => test(point));
}

export function not(test: PointTest): PointTest {
  return (point) => !test(point);
}

const digit = between(48, 57);
const upper = between(65, 90);
const lower = between(97, 122);
const alpha = oneOf([upper, lower]);
const alnum = oneOf([alpha, digit]);
export const wordPoint = oneOf([alnum, between(95, 95)]);
const space = among('\t\n\f\r ');

/** The classes that a letter after a backslash stands for; its capital stands for all others. */
export const PERL: Readonly<Record<string, PointTest>> = { d: digit, w: wordPoint, s: space };

/** The classes that stand in brackets as `[:name:]`. */
export const NAMED: Readonly<Record<string, PointTest>> = {
  alnum,
  alpha,
  ascii: between(0, 127),
  blank: among('\t '),
  cntrl: oneOf([between(0, 31), between(127, 127)]),
  digit,
  graph: between(33, 126),
  lower,
  print: between(32, 126),
  punct: oneOf([between(33, 47), between(58, 64), between(91, 96), between(123, 126)]),
  space: among('\t\n\v\f\r '),
  upper,
  word: wordPoint,
  xdigit: oneOf([digit, between(65, 70), between(97, 102)]),
};

/** A general category or a script of Unicode by its name; null where there is none. */
export function unicodeClass(name: string): PointTest | null {
  if (name === 'Any') return anyPoint;
  for (const property of [`General_Category=${name}`, `Script=${name}`]) {
    try {
      const expression = new RegExp(`^\\p{${property}}$`, 'u'); // one property, no repetition: constant time
      return (point) => expression.test(String.fromCodePoint(point));
    } catch {
      // not the name of such a property
    }
  }
  return null;
}

/** The same set without regard to case, by single code points. */
export function anyCase(test: PointTest): PointTest {
  return (point) => test(point) || casesOf(point).some(test);
}

function casesOf(point: number): readonly number[] {
  const char = String.fromCodePoint(point);
  const [up, down] = [char.toUpperCase(), char.toLowerCase()];
  return [up, down, up.toLowerCase(), down.toUpperCase()].flatMap((other) => {
    const [single, ...more] = Array.from(other);
    return single !== undefined && more.length === 0 ? [single.codePointAt(0) ?? point] : [];
  });
}
