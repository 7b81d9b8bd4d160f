const SECRET = /^(?:cookies?|set-cookie|authorization|proxy-authorization|x-xsrf-token|password|token|ip_address)$/i;
const DEEPEST = 20;

/** The same value without cookies, credentials and network addresses, however deep they lie. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return null;
  if (Array.isArray(value)) return value.filter(isPlain).map((item) => withoutSecrets(item, depth + 1));
  const entries = Object.entries(value).filter(([key]) => !SECRET.test(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutSecrets(inner, depth + 1)]));
}

/** Headers come as pairs too; a pair with a secret name is dropped. */
function isPlain(item: unknown): boolean {
  return !(Array.isArray(item) && item.length === 2 && typeof item[0] === 'string' && SECRET.test(item[0]));
}
