import { parsePattern } from './parse.ts';
import { wordPoint } from './points.ts';
import { compileProgram, type Step } from './program.ts';
import { PatternProblem, type Anchor } from './syntax.ts';

/** A pattern that is compiled once; the work for a text grows with its length, whatever stands in it. */
export interface Pattern {
  /** Whether some part of the text fits. */
  matches(text: string): boolean;
  /** Whether the text as a whole fits. */
  fits(text: string): boolean;
}

/** A pattern in the syntax of RE2, or the place (in UTF-16 code units) of its first mistake; null where it is too large. */
export function readPattern(source: string): { readonly pattern: Pattern } | { readonly problemAt: number | null } {
  try {
    const steps = compileProgram(parsePattern(source));
    return {
      pattern: {
        matches: (text) => run(steps, Array.from(text, pointOf), false),
        fits: (text) => run(steps, Array.from(text, pointOf), true),
      },
    };
  } catch (error) {
    if (error instanceof PatternProblem) return { problemAt: error.at };
    throw error;
  }
}

const pointOf = (char: string): number => char.codePointAt(0) ?? 0;

/** Follows all ways through the program at once, so that no way is tried twice at one place of the text. */
function run(steps: readonly Step[], points: readonly number[], whole: boolean): boolean {
  const seen = new Int32Array(steps.length).fill(-1);
  let current: number[] = [];
  for (let at = 0; at <= points.length; at += 1) {
    const starts = whole && at > 0 ? current : [...current, 0];
    const { waiting, ended } = follow(steps, starts, { points, at, seen });
    if (ended && (!whole || at === points.length)) return true;
    const point = points[at];
    if (point === undefined) return false;
    current = waiting.flatMap((place) => {
      const step = steps[place];
      return step?.do === 'point' && step.test(point) ? [place + 1] : [];
    });
    if (whole && current.length === 0) return false;
  }
  return false;
}

/** The places that wait for a character, after every step that takes none. */
function follow(
  steps: readonly Step[],
  starts: readonly number[],
  { points, at, seen }: { readonly points: readonly number[]; readonly at: number; readonly seen: Int32Array },
): { readonly waiting: readonly number[]; readonly ended: boolean } {
  const waiting: number[] = [];
  const open = [...starts];
  let ended = false;
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (seen[place] === at) continue;
    seen[place] = at;
    const step = steps[place];
    if (step?.do === 'point') waiting.push(place);
    else if (step?.do === 'split') open.push(...step.to);
    else if (step?.do === 'at' && stands(step.anchor, points, at)) open.push(place + 1);
    else if (step?.do === 'end') ended = true;
  }
  return { waiting, ended };
}

const NEWLINE = 10;

function stands(anchor: Anchor, points: readonly number[], at: number): boolean {
  switch (anchor) {
    case 'start':
      return at === 0;
    case 'end':
      return at === points.length;
    case 'line_start':
      return at === 0 || points[at - 1] === NEWLINE;
    case 'line_end':
      return at === points.length || points[at] === NEWLINE;
    default:
      return (isWord(points[at - 1]) !== isWord(points[at])) === (anchor === 'word');
  }
}

function isWord(point: number | undefined): boolean {
  return point !== undefined && wordPoint(point);
}
