import { idOf, memberOf, type Problem, type Wire } from '@ninefold/model';

/** What a picker holds in place of a record while a text is typed and none is chosen. The schema refuses it, so that it is neither sent nor lost. */
export function leftover(text: string): Wire {
  return { typed: text };
}

/** The text in the value of a picker that was typed and not chosen. Null: there is none. */
export function leftoverIn(value: Wire | undefined): string | null {
  if (Array.isArray(value)) return value.map(leftoverIn).find((text) => text !== null) ?? null;
  const typed = memberOf(value, 'typed');
  return idOf(value) === null && typeof typed === 'string' ? typed : null;
}

/** What is wrong with a value that was typed and not chosen: that, whatever else was found. */
export function notChosen(problem: Problem, typed: string | null): Problem {
  return typed === null ? problem : { path: problem.path, code: 'not_offered', params: { ...problem.params, typed } };
}
