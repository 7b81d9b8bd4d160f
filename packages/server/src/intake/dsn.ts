/** Where a Sentry-compatible service takes events, as its DSN says. */
export interface Dsn {
  readonly dsn: string;
  /** The address that envelopes are posted to. */
  readonly envelopes: string;
  /** Scheme and host, for the content security policy. */
  readonly origin: string;
}

/** Reads a DSN of the form `https://key@host/path/project`; null where it is not one. */
export function parseDsn(text: string): Dsn | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || !/^\w+$/.test(url.username)) return null;
  const [, path = '', project] = /^(.*)\/(\d+)$/.exec(url.pathname) ?? [];
  if (project === undefined) return null;
  const query = new URLSearchParams({ sentry_version: '7', sentry_key: url.username });
  return {
    dsn: text,
    envelopes: `${url.origin}${path}/api/${project}/envelope/?${query.toString()}`,
    origin: url.origin,
  };
}

/** The DSN of our own intake, as a browser that asked for this origin (`https://desk.example.com`) sees it. */
export function ownDsn(origin: string): string {
  const { protocol, host } = new URL(origin);
  return `${protocol}//ninefold@${host}/_/intake/1`;
}
