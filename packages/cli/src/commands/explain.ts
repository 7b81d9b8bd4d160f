import type { CommandDefinition } from '../arguments/command.ts';

/** `ninefold explain`. */
export const explainCommand: CommandDefinition = {
  name: 'explain',
  takes: ['<id-or-path>', '[folder]'],
  most: 2,
  flags: {},
  async run(call) {
    return (await import('../specifications/explain.ts')).explain(call);
  },
};
