/**
 * The pages of the runtime itself, beside the screens of a specification; `:name` stands for one part of an address. The
 * browser has a screen for each of them, and the server answers 404 where neither of both has an address.
 */
export const RUNTIME_PAGES = [
  '/',
  '/_/home',
  '/_/sign-in',
  '/_/setup',
  '/_/setup/check',
  '/_/setup/data',
  '/_/setup/done',
  '/_/setup/:token',
  '/_/setup/:token/administrator',
  '/_/password',
  '/_/inbox',
  '/_/inbox/choices',
  '/_/stop/:token',
  '/_/deputies',
  '/_/keys',
  '/_/audit',
  '/_/faults',
  '/_/operate',
  '/_/due',
  '/_/sent/:entity/:id',
  '/_/search',
  '/_/import/:entity',
  '/_/trash/:entity',
  '/_/errors',
  '/_/errors/:id',
  '/_/limits',
  '/_/limits/:id',
  '/_/spec',
] as const;

/** The address of a page of the runtime. */
export type RuntimePage = (typeof RUNTIME_PAGES)[number];

/** The paths that have the form of a one-time link and are pages of a signed-in reader. */
const STEPS: ReadonlySet<string> = new Set(['check', 'data', 'done']);

/** Whether `path` is that of a link which opens for everybody: `/_/setup/<token>`, and `/_/stop/<token>` of a mail. */
export function isOpenLink(path: string): boolean {
  if (/^\/_\/stop\/[^/]+$/.test(path)) return true;
  const [, token] = /^\/_\/setup\/([^/]+)(?:\/administrator)?$/.exec(path) ?? [];
  return token !== undefined && !STEPS.has(token);
}
