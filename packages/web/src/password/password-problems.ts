import { problemsOf, type Complaint } from '../entries/use-entries.tsx';
import type { Failure } from '../store/failure.ts';
import type { PasswordChange } from './password-api.ts';
import { isLongEnough } from './secret-length.ts';

/** What is missing or wrong, as keys of the shell texts. */
export function findPasswordProblems({
  current,
  password,
}: PasswordChange): Partial<Record<keyof PasswordChange, string>> {
  return {
    ...(current === '' ? { current: 'password.current_missing' } : {}),
    ...(isLongEnough(password) ? {} : { password: 'setup.password_short' }),
  };
}

/** The server refuses a wrong current password as it refuses a wrong sign-in; here only the password can be meant. */
export function complaintsOf({ code, problem }: Failure): readonly Complaint[] {
  if (code === 'wrong_sign_in') return [{ path: 'current', code, text: ({ t }) => t('password.wrong') }];
  return problemsOf({ problem });
}
