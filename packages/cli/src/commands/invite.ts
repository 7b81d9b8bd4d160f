import type { CommandDefinition } from '../arguments/command.ts';
import { SERVING_FLAGS } from './run.ts';

const { data, database, port } = SERVING_FLAGS;

/** `ninefold invite`: a link by which a person chooses a password; 1 where nobody active has the address. */
export const inviteCommand: CommandDefinition = {
  name: 'invite',
  takes: ['<address>', '[folder]'],
  most: 2,
  flags: { data, database, port, 'public-url': { type: 'string', value: 'URL', environment: 'NINEFOLD_PUBLIC_URL' } },
  async run(call) {
    return (await import('../storing/invite.ts')).invite(call);
  },
};
