import type { AuditLog } from '../audit/audit-log.ts';
import type { Records } from '../records/context/records.ts';
import { Refusal } from '../refusal.ts';
import type { AccountTries } from './account-tries.ts';
import { countedAddress } from './counted-address.ts';
import type { CredentialStore } from './credential-store.ts';
import type { Hashing } from './passwords.ts';

/** What signing in needs. */
export interface SignIn {
  readonly records: Pick<Records, 'userByEmail' | 'closedUserByEmail'>;
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
 * after the same work; only who knows the password of an account that was closed is told so (`account_closed`); too many failures for this account from this network address, for the account from all that are not
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
  const [user, closed] = await Promise.all([records.userByEmail(email), records.closedUserByEmail(email)]);
  const about = user ?? closed;
  const hash = await credentials.find(about ?? '');
  const right = await hashing.matches(password, hash);
  if (!right || user === null) {
    await audit.note({ act: 'sign_in_refused', about, address });
    if (last) await audit.note({ act: 'locked_out', about, address });
    throw new Refusal(right && about !== null ? 'account_closed' : 'wrong_sign_in');
  }
  await accountTries.succeeded(email, counted);
  return user;
}
