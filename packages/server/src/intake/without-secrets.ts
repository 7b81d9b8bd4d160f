const SECRET = new RegExp(
  `^(?:${[
    'cookies?|set-cookie|authorization|proxy-authorization|x-xsrf-token|x-sentry-auth|password|token',
    'ip_address|infer_ip|remote_addr|forwarded|x-forwarded-for|x-real-ip|cf-connecting-ip|true-client-ip',
    'email|username|geo',
  ].join('|')})$`,
  'i',
);
const DEEPEST = 20;
/** Within sentences: what finds a person, and what stands in its place. A version of four parts behind a name (`Chrome/120.0.0.0`) is no address, and the host of a URL none of a person. */
const FOUND: readonly (readonly [RegExp, string])[] = [
  [/[\p{L}\p{N}._%+'-]{1,64}(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}/gu, '[email]'],
  [/(?<![\w.]|\w\/|\/\/)(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.])/g, '[ip]'],
  [/(?<![\w:])(?:[\da-f]{1,4}:){7}[\da-f]{1,4}(?![\w:])/gi, '[ip]'],
  [/(?<![\w:])(?=[\da-f:]*\d)(?:[\da-f]{1,4}:){1,6}(?::[\da-f]{1,4}){1,6}(?![\w:])/gi, '[ip]'],
];

/** The same value without cookies, credentials and what finds a person: network addresses, mail addresses, names of accounts, places; at any depth, and mail and network addresses within sentences. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return FOUND.reduce((text, [each, sign]) => text.replace(each, sign), value);
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
