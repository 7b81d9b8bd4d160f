import type { CommandDefinition } from '../arguments/command.ts';
import { SERVING_FLAGS } from './run.ts';

/** `ninefold dev`. */
export const devCommand: CommandDefinition = {
  name: 'dev',
  takes: ['[folder]'],
  most: 1,
  flags: SERVING_FLAGS,
  async run(call) {
    return (await import('../running/dev.ts')).dev(call);
  },
};
