/** What is typed into the setup form. */
export interface Entered {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** The fewest characters of a first password. */
export const MIN_PASSWORD = 8;

/** What is missing or wrong, as keys of the shell texts. */
export function findProblems({ name, email, password }: Entered): Readonly<Partial<Record<keyof Entered, string>>> {
  return {
    ...(name.trim() === '' ? { name: 'setup.name_missing' } : {}),
    ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: 'setup.email_missing' }),
    ...([...password].length < MIN_PASSWORD ? { password: 'setup.password_short' } : {}),
  };
}
