import type { CommandDefinition } from '../arguments/command.ts';
import { SERVING_FLAGS } from './run.ts';

const { data, database } = SERVING_FLAGS;
const name = { type: 'string', value: 'NAME' } as const;

/** `ninefold indexes`: what there is, and an operator's word on one; 1 where no index that follows use has the name. */
export const indexesCommand: CommandDefinition = {
  name: 'indexes',
  takes: ['[folder]'],
  most: 1,
  flags: {
    pin: name,
    refuse: name,
    release: name,
    make: name,
    format: { type: 'string', value: 'FORMAT', words: ['human', 'json'] },
    data,
    database,
  },
  async run(call) {
    return (await import('../storing/indexes.ts')).indexes(call);
  },
};
