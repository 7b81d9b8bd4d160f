import type { CommandDefinition } from '../arguments/command.ts';

/** `ninefold new`. */
export const newCommand: CommandDefinition = {
  name: 'new',
  takes: ['<folder>'],
  most: 1,
  flags: {
    example: { type: 'string', value: 'NAME', words: ['empty', 'reception', 'service-desk'] },
    csv: { type: 'string', value: 'FILE' },
  },
  async run(call) {
    return (await import('../specifications/make.ts')).make(call);
  },
};
