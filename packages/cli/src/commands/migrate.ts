import type { CommandDefinition } from '../arguments/command.ts';
import { SERVING_FLAGS } from './run.ts';

const { data, database } = SERVING_FLAGS;

/** `ninefold migrate`: 0 where stored data follows the specification, 1 where something waits for consent. */
export const migrateCommand: CommandDefinition = {
  name: 'migrate',
  takes: ['[folder]'],
  most: 1,
  flags: {
    'dry-run': { type: 'boolean' },
    data,
    database,
    'accept-loss': SERVING_FLAGS['accept-loss'],
    'data-files': SERVING_FLAGS['data-files'],
  },
  async run(call) {
    return (await import('../storing/migrate.ts')).migrate(call);
  },
};

/** `ninefold diff`: the same plan without doing it. */
export const diffCommand: CommandDefinition = {
  name: 'diff',
  takes: ['[folder]'],
  most: 1,
  flags: { data, database },
  async run(call) {
    return (await import('../storing/migrate.ts')).diff(call);
  },
};
