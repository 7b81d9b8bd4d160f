import type { CommandDefinition } from '../arguments/command.ts';
import { SERVING_FLAGS } from './run.ts';

const { data, database } = SERVING_FLAGS;

/** `ninefold files move`: 1 where contents were missing in the former store. */
export const filesCommand: CommandDefinition = {
  name: 'files',
  takes: ['move', '[folder]'],
  most: 2,
  flags: { data, database },
  async run(call) {
    return (await import('../storing/files.ts')).files(call);
  },
};
