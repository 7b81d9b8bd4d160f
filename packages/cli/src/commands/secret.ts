import type { CommandDefinition } from '../arguments/command.ts';
import { SERVING_FLAGS } from './run.ts';

const { data } = SERVING_FLAGS;

/** `ninefold secret`: the names of the secrets of an installation, and sets or removes one; 1 where the specification has no such secret, or it was not set. */
export const secretCommand: CommandDefinition = {
  name: 'secret',
  takes: ['set|list|remove', '[name]', '[folder]'],
  most: 3,
  flags: { data },
  async run(call) {
    return (await import('../storing/secrets.ts')).secret(call);
  },
};
