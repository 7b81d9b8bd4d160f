import { problemsOf, type Complaint } from '../../kit/entries/use-entries.tsx';
import type { Failure } from '../../base/store/failure.ts';
import { isLongEnough } from '../../kit/entries/secret-length.ts';

/** What is typed into the form. */
export type PasswordEntry = 'current' | 'password';

/** What is missing or wrong, as keys of the shell texts. */
export function findPasswordProblems({
  current,
  password,
}: Readonly<Record<PasswordEntry, string>>): Partial<Record<PasswordEntry, string>> {
  return {
    ...(current === '' ? { current: 'password.current_missing' } : {}),
    ...(isLongEnough(password) ? {} : { password: 'setup.password_short' }),
  };
}

/** The server answers a wrong current password like a wrong sign-in. On this page only the password can be wrong. */
export function complaintsOf({ code, problem }: Failure): readonly Complaint[] {
  if (code === 'wrong_sign_in') return [{ path: 'current', code, text: ({ t }) => t('password.wrong') }];
  return problemsOf({ problem });
}
