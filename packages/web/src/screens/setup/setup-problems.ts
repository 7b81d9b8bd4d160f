import { isLongEnough } from '../../kit/entries/secret-length.ts';
import type { LinkAnswer } from './setup-api.ts';

/** What is typed into the setup form. */
export interface Entered {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** What the form of a one-time link asks for. */
export function askedFields(kind: LinkAnswer['kind']): readonly (keyof Entered)[] {
  return kind === 'invitation' ? ['password'] : ['name', 'email', 'password'];
}

function isComplete(field: keyof Entered, text: string): boolean {
  if (field === 'password') return isLongEnough(text);
  return field === 'email' ? /^\S+@\S+\.\S+$/.test(text.normalize('NFKC').trim()) : text.trim() !== '';
}

const MESSAGES: Readonly<Record<keyof Entered, string>> = {
  name: 'setup.name_missing',
  email: 'setup.email_missing',
  password: 'setup.password_short',
};

/** What is missing or wrong, as keys of the shell texts. */
export function findProblems(
  entered: Entered,
  asked: readonly (keyof Entered)[],
): Readonly<Partial<Record<keyof Entered, string>>> {
  const wrong = asked.filter((field) => !isComplete(field, entered[field]));
  return Object.fromEntries(wrong.map((field) => [field, MESSAGES[field]]));
}
