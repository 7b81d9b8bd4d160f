import { StartFailure } from '../../../start-failure.ts';

/** What an address says to us, and what is left of it for the driver. */
export interface Address {
  readonly url: string;
  /** Nothing of PostgreSQL's own is used to wait for other servers or to hear from them. */
  readonly isPortable: boolean;
}

/** Reads `postgres://user@host/name?portable=true`. Any other value of `portable`, or more than one host, is a `StartFailure`. */
export function readAddress(address: string): Address {
  refuseSeveralHosts(address);
  const parsed = URL.parse(address);
  const portable = parsed?.searchParams.get('portable') ?? null;
  if (parsed === null || portable === null) return { url: address, isPortable: false };
  if (portable !== 'true' && portable !== 'false') throw new StartFailure('postgres_portable', { value: portable });
  parsed.searchParams.delete('portable');
  return { url: parsed.href, isPortable: portable === 'true' };
}

/** The driver connects to one host. Which of several is the primary may change, so none of them is taken for it. */
function refuseSeveralHosts(address: string): void {
  const written = /^\w+:\/\/(?:[^@/?#]*@)?([^/?#]*)/.exec(address)?.[1] ?? '';
  const asked = new URLSearchParams(address.split('?')[1] ?? '').get('host') ?? '';
  const hosts = [written, asked].find((text) => text.includes(','));
  if (hosts !== undefined) throw new StartFailure('postgres_several_hosts', { hosts });
}
