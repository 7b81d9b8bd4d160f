const SECRET = new RegExp(
  `^(?:${[
    'cookies?|set-cookie|authorization|proxy-authorization|x-xsrf-token|x-sentry-auth|password|token',
    'ip_address|infer_ip|remote_addr|forwarded|x-forwarded-for|x-real-ip|cf-connecting-ip|true-client-ip',
    'email|username|geo',
  ].join('|')})$`,
  'i',
);
const DEEPEST = 20;

/** The same value without cookies, credentials and what finds a person: network addresses, mail addresses, names of accounts, places; at any depth. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return null;
  if (Array.isArray(value)) return value.filter(isPlain).map((item) => withoutSecrets(item, depth + 1));
  return membersWithoutSecrets(value, depth);
}

/** The same of the members of an object. */
export function membersWithoutSecrets(value: object, depth = 0): Readonly<Record<string, unknown>> {
  const entries = Object.entries(value).filter(([key]) => !SECRET.test(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutSecrets(inner, depth + 1)] as const));
}

/** Headers come as pairs too; a pair with a secret name is dropped. */
function isPlain(item: unknown): boolean {
  return !(Array.isArray(item) && item.length === 2 && typeof item[0] === 'string' && SECRET.test(item[0]));
}
