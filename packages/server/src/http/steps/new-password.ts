import type { Problem } from '@ninefold/model';
import { PASSWORD_LENGTH } from '../../accounts/password.ts';
import { Refusal } from '../../refusal.ts';

/** Refuses a password that is too short or too long; any characters will do. */
export function refusePassword(password: string): void {
  const { min, max } = PASSWORD_LENGTH;
  const length = [...password].length;
  if (length < min) throw invalid({ path: 'password', code: 'too_short', params: { min } });
  if (length > max) throw invalid({ path: 'password', code: 'too_long', params: { max } });
}

/** One thing that is wrong with what was sent. */
export function invalid(problem: Problem): Refusal {
  return new Refusal('invalid', { problems: [problem] });
}
