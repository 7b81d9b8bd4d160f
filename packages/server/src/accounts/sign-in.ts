import type { Records } from '../records/records.ts';
import { Refusal } from '../refusal.ts';
import type { CredentialStore } from './credential-store.ts';
import { matchesPassword } from './password.ts';
import type { Tries } from './tries.ts';

/** What signing in needs. */
export interface SignIn {
  readonly records: Records;
  readonly credentials: CredentialStore;
  readonly tries: Tries;
}

/**
 * The id of the user with this address and password. Whatever is wrong, the refusal is `wrong_sign_in`
 * after the same work; too many failures for this account from this network address are `too_many_tries`.
 */
export async function signIn(
  { records, credentials, tries }: SignIn,
  given: { readonly email: string; readonly password: string },
  address: string,
): Promise<string> {
  const email = given.email.trim().normalize('NFC').toLowerCase();
  const key = `${email}\n${address}`;
  await tries.begin(key);
  const user = await records.userByEmail(email);
  const hash = await credentials.find(user ?? '');
  const right = await matchesPassword(given.password, hash);
  if (!right || user === null) throw new Refusal('wrong_sign_in');
  await tries.succeeded(key);
  return user;
}
