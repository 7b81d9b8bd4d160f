import { StartFailure } from '../../start/start-failure.ts';

/** What an address says to us, and what is left of it for the driver. */
export interface Address {
  readonly url: string;
  /** Nothing of PostgreSQL's own is used to wait for other servers or to hear from them. */
  readonly isPortable: boolean;
}

/** Reads `postgres://user@host/name?portable=true`. Any other value of `portable` is a `StartFailure`. */
export function readAddress(address: string): Address {
  const parsed = URL.parse(address);
  const portable = parsed?.searchParams.get('portable') ?? null;
  if (parsed === null || portable === null) return { url: address, isPortable: false };
  if (portable !== 'true' && portable !== 'false') throw new StartFailure('postgres_portable', { value: portable });
  parsed.searchParams.delete('portable');
  return { url: parsed.href, isPortable: portable === 'true' };
}
