import type { Problem } from '../wire/answers.ts';

/** Values that a message explains itself by, where a problem has them; the one that says most stands first. */
const EXPLAINING = ['others', 'takers', 'holders', 'end', 'with', 'wanted', 'day', 'typed', 'apart', 'role'] as const;

/** The forms of a message that name what explains the problem (`message_wanted`), the best first, and that where none is allowed. */
export function explainingForms(params: Problem['params']): readonly string[] {
  const named = EXPLAINING.filter((name) => (params[name] ?? null) !== null).map((name) => `message_${name}`);
  return params['max'] === 0 ? [...named, 'message_none'] : named;
}
