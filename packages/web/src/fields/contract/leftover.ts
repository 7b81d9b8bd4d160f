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

/** What is chosen among these values: a text that was typed and not chosen is no record, so that no condition waits to know more of it. */
export function chosenIn<T extends Readonly<Record<string, unknown>>>(values: T): T {
  const held = Object.entries(values as Readonly<Record<string, Wire>>); // forms hold wires
  if (!held.some(([, value]) => leftoverIn(value) !== null)) return values;
  const taken = held.map(([id, value]) => [id, leftoverIn(value) === null ? value : chosen(value)] as const);
  return Object.fromEntries(taken) as T; // with the same names
}

function chosen(value: Wire): Wire {
  return Array.isArray(value) ? value.filter((one: Wire) => leftoverIn(one) === null) : null;
}

/** What is wrong with a value that was typed and not chosen: that, whatever else was found. */
export function notChosen(problem: Problem, typed: string | null): Problem {
  return typed === null ? problem : { path: problem.path, code: 'not_offered', params: { ...problem.params, typed } };
}
