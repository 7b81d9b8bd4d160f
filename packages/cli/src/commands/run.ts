import type { CommandDefinition, FlagDefinition } from '../arguments/command.ts';

/** Flags of every command that serves an application. */
export const SERVING_FLAGS = {
  port: { type: 'string', short: 'p', value: 'N', environment: 'NINEFOLD_PORT' },
  host: { type: 'string', value: 'H', environment: 'NINEFOLD_HOST' },
  data: { type: 'string', value: 'DIR', environment: 'NINEFOLD_DATA' },
  database: { type: 'string', value: 'URL', environment: 'NINEFOLD_DATABASE' },
  demo: { type: 'boolean', environment: 'NINEFOLD_DEMO' },
  'accept-loss': { type: 'string', value: 'NAME', many: true },
  'data-files': { type: 'string', value: 'CHOICE', words: ['keep', 'take', 'stop'] },
} as const satisfies Readonly<Record<string, FlagDefinition>>;

/** `ninefold run`. Two folders may stand there, so that what follows `npm start --` replaces the one in the script. */
export const runCommand: CommandDefinition = {
  name: 'run',
  takes: ['[folder]'],
  most: 2,
  flags: {
    ...SERVING_FLAGS,
    notice: { type: 'string', value: 'SECONDS', environment: 'NINEFOLD_NOTICE' },
    'trust-proxy': { type: 'string', value: 'PROXIES', many: true, environment: 'NINEFOLD_TRUST_PROXY' },
    'calls-inside': { type: 'string', value: 'NETWORKS', many: true, environment: 'NINEFOLD_CALLS_INSIDE' },
    'public-url': { type: 'string', value: 'URL', environment: 'NINEFOLD_PUBLIC_URL' },
  },
  async run(call) {
    return (await import('../running/run.ts')).run(call);
  },
};
