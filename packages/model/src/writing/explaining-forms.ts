import type { Problem } from '../wire/answers.ts';

/** Values that a message explains itself by, where a problem has them; the one that says most stands first. */
const EXPLAINING = ['others', 'takers', 'holders', 'end', 'with', 'wanted', 'day', 'typed', 'apart', 'role'] as const;

/** The forms of a message that name what explains the problem (`message_wanted`), the best first. */
export function explainingForms(params: Problem['params']): readonly string[] {
  return EXPLAINING.filter((name) => (params[name] ?? null) !== null).map((name) => `message_${name}`);
}
