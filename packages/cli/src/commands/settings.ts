/** Settings of the environment, by name; texts stand under `settings`. */
export const SETTINGS: readonly string[] = [
  'NINEFOLD_PORT',
  'NINEFOLD_HOST',
  'NINEFOLD_DATA',
  'NINEFOLD_DEMO',
  'NINEFOLD_DATABASE',
  'NINEFOLD_TRUST_PROXY',
  'NINEFOLD_PUBLIC_URL',
  'NINEFOLD_CALLS_INSIDE',
  'NINEFOLD_FILES',
  'NINEFOLD_FILES_FROM',
  'NINEFOLD_SMTP',
  'NINEFOLD_ERRORS_DSN',
  'NINEFOLD_NOTICE',
  'NODE_COMPILE_CACHE',
];
