import type { CommandDefinition } from '../arguments/command.ts';

/** `ninefold texts`: 0 where the locale files were completed, 1 where the specification cannot be read. */
export const textsCommand: CommandDefinition = {
  name: 'texts',
  takes: ['<language>', '[folder]'],
  most: 2,
  flags: {},
  async run(call) {
    return (await import('../specifications/complete-texts.ts')).completeTexts(call);
  },
};
