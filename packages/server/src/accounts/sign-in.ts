import type { Records } from '../records/records.ts';
import { Refusal } from '../refusal.ts';
import type { CredentialStore } from './credential-store.ts';
import { matchesPassword } from './password.ts';
import type { AccountTries } from './account-tries.ts';

/** What signing in needs. */
export interface SignIn {
  readonly records: Records;
  readonly credentials: CredentialStore;
  readonly accountTries: AccountTries;
}

/**
 * The id of the user with this address and password. Whatever is wrong, the refusal is `wrong_sign_in`
 * after the same work; too many failures for this account from this network address, or from all that are not known, are
 * `too_many_tries`.
 */
export async function signIn(
  { records, credentials, accountTries }: SignIn,
  given: { readonly email: string; readonly password: string },
  address: string,
): Promise<string> {
  const email = given.email.trim().normalize('NFC').toLowerCase();
  await accountTries.begin(email, address);
  const user = await records.userByEmail(email);
  const hash = await credentials.find(user ?? '');
  const right = await matchesPassword(given.password, hash);
  if (!right || user === null) throw new Refusal('wrong_sign_in');
  await accountTries.succeeded(email, address);
  return user;
}
