import { administratorRoles, type Model } from '@ninefold/model';
import type { Records } from '../records/context/records.ts';
import { Refusal } from '../refusal.ts';
import { newToken, sameSecret } from '../sessions/token.ts';
import type { CredentialStore } from './credential-store.ts';
import type { Noted } from '../audit/noted.ts';
import type { Hashing } from './passwords.ts';

/** What the first administrator enters. */
export interface FirstAdministrator {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly language: string | null;
}

/** The one-time link that makes the first administrator while no account can sign in. */
export interface Setup {
  /** True while the link is to be used: until some account can sign in. */
  isOpen(): Promise<boolean>;
  /** Whether this is the token of the open link. */
  accepts(token: string): Promise<boolean>;
  /** Null once used, or when it was never needed. */
  readonly token: string | null;
  /** The id of the new user. Refuses with `setup_used` after the first use, with `not_found` for a wrong token. */
  use(token: string, person: FirstAdministrator, work: SetupWork): Promise<string>;
}

/** What the use of the link needs beside. */
export interface SetupWork {
  readonly hashing: Hashing;
  /** Keeps the use in the log, by the id of the new user. */
  readonly noted: (user: string) => Noted;
}

interface Needs {
  readonly model: Model;
  readonly records: Records;
  readonly credentials: CredentialStore;
  /** One-click sign-in is open: no link is needed, unless there is nobody to sign in as. */
  readonly demo: boolean;
  /** The token of the version before, so that a link that was told goes on working. */
  readonly before?: string | null;
}

/** Opens the link where nobody could sign in otherwise. */
export async function createSetup({ model, records, credentials, demo, before = null }: Needs): Promise<Setup> {
  const wanted = !demo || (await records.demoAccounts()).length === 0;
  let token = wanted && !(await credentials.any()) ? (before ?? newToken()) : null;
  const isOpen = async (): Promise<boolean> => {
    if (token !== null && (await credentials.any())) token = null;
    return token !== null;
  };
  return {
    isOpen,
    accepts: async (given) => (await isOpen()) && token !== null && sameSecret(given, token),
    get token() {
      return token;
    },
    use: async (given, person, { hashing, noted }) => {
      if (!(await isOpen()) || token === null) throw new Refusal('setup_used');
      if (!sameSecret(given, token)) throw new Refusal('not_found');
      const own = token;
      token = null;
      try {
        const { password, ...user } = person;
        const hash = await hashing.hash(password);
        const id = await records.addUser({ ...user, roles: administratorRoles(model) });
        await credentials.set(id, hash, noted(id));
        return id;
      } catch (error) {
        token = own;
        throw error;
      }
    },
  };
}
