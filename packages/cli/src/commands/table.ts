import type { CommandDefinition } from '../arguments/command.ts';
import { checkCommand } from './check.ts';
import { devCommand } from './dev.ts';
import { helpCommand } from './help.ts';
import { lspCommand } from './lsp.ts';
import { runCommand } from './run.ts';
import { versionCommand } from './version.ts';
import { writeCommand } from './write.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandDefinition[] = [
  runCommand,
  devCommand,
  checkCommand,
  writeCommand,
  lspCommand,
  helpCommand(() => COMMANDS),
  versionCommand,
];
