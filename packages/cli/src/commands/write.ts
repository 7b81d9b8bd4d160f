import type { CommandDefinition } from '../arguments/command.ts';

/** `ninefold write schema`. */
export const writeCommand: CommandDefinition = {
  name: 'write',
  takes: ['schema', '[file]'],
  most: 2,
  flags: {},
  async run(call) {
    return (await import('../specifications/write.ts')).write(call);
  },
};
