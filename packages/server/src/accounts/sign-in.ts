import type { AuditLog } from '../audit/audit-log.ts';
import type { Records } from '../records/context/records.ts';
import { Refusal } from '../refusal.ts';
import type { AccountTries } from './account-tries.ts';
import { countedAddress } from './counted-address.ts';
import type { CredentialStore } from './credential-store.ts';
import type { Hashing } from './passwords.ts';

/** What signing in needs. */
export interface SignIn {
  readonly records: Pick<Records, 'userByEmail'>;
  readonly credentials: CredentialStore;
  readonly accountTries: AccountTries;
  readonly audit: AuditLog;
}

/** What somebody signs in with, and from where. */
export interface Attempt {
  readonly email: string;
  readonly password: string;
  readonly address: string;
}

/**
 * The id of the user with this address and password. Whatever is wrong, the refusal is `wrong_sign_in`
 * after the same work; too many failures for this account from this network address, for the account from all that are not
 * known, or from the address, are `too_many_tries`. The log keeps refusals without what was typed: people type passwords
 * into the wrong box.
 */
export async function signIn(
  { records, credentials, accountTries, audit }: SignIn,
  { email: typed, password, address }: Attempt,
  hashing: Hashing,
): Promise<string> {
  const email = typed.trim().normalize('NFC').toLowerCase();
  const counted = countedAddress(address);
  const last = await accountTries.begin(email, counted);
  const user = await records.userByEmail(email);
  const hash = await credentials.find(user ?? '');
  const right = await hashing.matches(password, hash);
  if (!right || user === null) {
    await audit.note({ act: 'sign_in_refused', about: user, address });
    if (last) await audit.note({ act: 'locked_out', about: user, address });
    throw new Refusal('wrong_sign_in');
  }
  await accountTries.succeeded(email, counted);
  return user;
}
