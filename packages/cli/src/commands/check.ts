import type { CommandDefinition } from '../arguments/command.ts';
import { SERVING_FLAGS } from './run.ts';

const { data } = SERVING_FLAGS;

/** `ninefold check`: 0 where nothing stops the specification, 1 where something does, 2 where there is none to read. */
export const checkCommand: CommandDefinition = {
  name: 'check',
  takes: ['[folder]'],
  most: 1,
  flags: {
    complete: { type: 'boolean' },
    reasoning: { type: 'boolean' },
    at: { type: 'string', value: 'ROWS' },
    format: { type: 'string', value: 'FORMAT', words: ['human', 'json', 'sarif', 'github'] },
    data,
  },
  async run(call) {
    return (await import('../specifications/check.ts')).check(call);
  },
};
