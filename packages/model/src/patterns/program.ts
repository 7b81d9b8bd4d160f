import { PatternProblem, type Anchor, type Part, type PointTest } from './syntax.ts';

/** One step of the automaton; numbers are places in the program. */
export type Step =
  | { readonly do: 'point'; readonly test: PointTest }
  | { readonly do: 'at'; readonly anchor: Anchor }
  | { readonly do: 'split'; readonly to: readonly number[] }
  | { readonly do: 'end' };

/** More steps than this are refused: they bound the work for each character. */
const MOST_STEPS = 2000;

/** The automaton of a pattern: it has no loops that take nothing, and never goes back. */
export function compileProgram(part: Part): readonly Step[] {
  const steps: Step[] = [];
  write(part, steps);
  push(steps, { do: 'end' });
  return steps;
}

function push(steps: Step[], step: Step): number {
  if (steps.length >= MOST_STEPS) throw new PatternProblem(null);
  return steps.push(step) - 1;
}

function write(part: Part, steps: Step[]): void {
  switch (part.kind) {
    case 'point':
      push(steps, { do: 'point', test: part.test });
      return;
    case 'at':
      push(steps, { do: 'at', anchor: part.anchor });
      return;
    case 'sequence':
      for (const each of part.parts) write(each, steps);
      return;
    case 'either':
      writeEither(part.parts, steps);
      return;
    case 'repeat':
      writeRepeat(part.part, part.least, part.most, steps);
      return;
  }
}

function writeEither(parts: readonly Part[], steps: Step[]): void {
  const split = push(steps, { do: 'split', to: [] });
  const starts: number[] = [];
  const ends: number[] = [];
  for (const each of parts) {
    starts.push(steps.length);
    write(each, steps);
    ends.push(push(steps, { do: 'split', to: [] }));
  }
  steps[split] = { do: 'split', to: starts };
  for (const end of ends) steps[end] = { do: 'split', to: [steps.length] };
}

function writeRepeat(part: Part, least: number, most: number | null, steps: Step[]): void {
  for (let count = most === null ? 1 : 0; count < least; count += 1) write(part, steps);
  if (most === null) {
    writeLoop(part, least > 0, steps);
    return;
  }
  const splits: number[] = [];
  for (let count = least; count < most; count += 1) {
    splits.push(push(steps, { do: 'split', to: [] }));
    write(part, steps);
  }
  for (const split of splits) steps[split] = { do: 'split', to: [split + 1, steps.length] };
}

/** As often as it fits, at least once where it is `needed`. */
function writeLoop(part: Part, needed: boolean, steps: Step[]): void {
  const skip = needed ? null : push(steps, { do: 'split', to: [] });
  const start = steps.length;
  write(part, steps);
  const back = push(steps, { do: 'split', to: [] });
  steps[back] = { do: 'split', to: [start, back + 1] };
  if (skip !== null) steps[skip] = { do: 'split', to: [start, back + 1] };
}
