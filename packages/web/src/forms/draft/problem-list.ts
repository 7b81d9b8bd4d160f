import type { Problem } from '@ninefold/model';

/** The field that a path begins with: `lines[1].qty` → `lines`, `input.reason` → `input.reason`, `address.city` → itself. */
export function fieldOfPath(path: string): string {
  return /^[^[]*/.exec(path)?.[0] ?? '';
}

function keyOf(problem: Problem): string {
  return `${problem.path} ${problem.code}`;
}

/** Both lists, each problem once. */
export function merged(first: readonly Problem[], second: readonly Problem[]): readonly Problem[] {
  return [...new Map([...first, ...second].map((problem) => [keyOf(problem), problem])).values()];
}

/** Problems of fields that already show one. A field with an error is judged on each input, other fields are not. */
export function stillShown(shown: readonly Problem[], judged: readonly Problem[]): readonly Problem[] {
  const paths = new Set(shown.map((problem) => fieldOfPath(problem.path)));
  return judged.filter((problem) => paths.has(fieldOfPath(problem.path)));
}

const FORMAT = /^bad_|^not_(?:offered|whole)$|^too_(?:long|short|many_(?:decimals|digits))$/;

/** The problems to show when a field is left: those of format, length and a text that names no record, if a value was entered. */
export function onLeaving(judged: readonly Problem[], path: string): readonly Problem[] {
  return judged.filter((problem) => fieldOfPath(problem.path) === path && FORMAT.test(problem.code));
}

/** What is still wrong with the fields that a summary tells of, in the words of now: it never leaves out a field that is marked. */
export function stillTold(summary: readonly Problem[], problems: readonly Problem[]): readonly Problem[] {
  return stillShown(summary, problems);
}

export function withoutField(problems: readonly Problem[], path: string): readonly Problem[] {
  return problems.filter((problem) => fieldOfPath(problem.path) !== path);
}
