import type { Problem } from '@ninefold/model';
import { PASSWORD_LENGTH } from '../../accounts/password.ts';
import { weaknessOf } from '../../accounts/password-strength.ts';
import { Refusal } from '../../refusal.ts';
import type { Service } from '../service/service.ts';

/**
 * Refuses a password that is too short or too long, or that is guessed soon; all characters are allowed. `about` are the
 * name and the e-mail address of the person.
 */
export async function refusePassword(
  { application }: Pick<Service, 'application'>,
  password: string,
  about: readonly string[],
): Promise<void> {
  const { min, max } = PASSWORD_LENGTH;
  const length = [...password].length;
  if (length < min) throw invalid({ path: 'password', code: 'too_short', params: { min } });
  if (length > max) throw invalid({ path: 'password', code: 'too_long', params: { max } });
  const weakness = await weaknessOf(password, [...about, application.model.name]);
  if (weakness !== null) throw invalid({ path: 'password', code: weakness, params: {} });
}

/** One thing that is wrong with what was sent. */
export function invalid(problem: Problem): Refusal {
  return new Refusal('invalid', { problems: [problem] });
}
