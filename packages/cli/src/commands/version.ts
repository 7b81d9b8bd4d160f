import type { CommandDefinition } from '../arguments/command.ts';
import { ownVersion } from '../program/beside-program.ts';

/** `ninefold version`. */
export const versionCommand: CommandDefinition = {
  name: 'version',
  takes: [],
  most: 0,
  flags: {},
  async run() {
    process.stdout.write(`${ownVersion()}\n`);
    return 0;
  },
};
