import type { CommandDefinition } from '../arguments/command.ts';
import { SERVING_FLAGS } from './run.ts';

const { data, database } = SERVING_FLAGS;

/** `ninefold backup`: while servers go on. */
export const backupCommand: CommandDefinition = {
  name: 'backup',
  takes: ['[folder]'],
  most: 1,
  flags: { to: { type: 'string', value: 'FILE' }, data, database },
  async run(call) {
    return (await import('../storing/backup.ts')).backup(call);
  },
};

/** `ninefold restore`: 1 where the specification does not fit what was restored. */
export const restoreCommand: CommandDefinition = {
  name: 'restore',
  takes: ['<file>', '[folder]'],
  most: 2,
  flags: { replace: { type: 'boolean' }, data, database },
  async run(call) {
    return (await import('../storing/backup.ts')).restore(call);
  },
};
