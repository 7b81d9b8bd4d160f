import type { CommandDefinition } from '../arguments/command.ts';
import { SERVING_FLAGS } from './run.ts';

const { data, database } = SERVING_FLAGS;

/** `ninefold mail test <address>` and `ninefold mail bounce [folder]`: 1 where a mail is not taken, or no mail of ours came back. */
export const mailCommand: CommandDefinition = {
  name: 'mail',
  takes: ['test <address>', '| bounce [folder]'],
  most: 2,
  flags: { data, database },
  async run(call) {
    return (await import('../running/mail.ts')).mail(call);
  },
};
