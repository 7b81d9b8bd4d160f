import type { CommandDefinition } from '../arguments/command.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { checkCommand } from './check.ts';
import { devCommand } from './dev.ts';
import { exportCommand, importCommand } from './exchange.ts';
import { explainCommand } from './explain.ts';
import { filesCommand } from './files.ts';
import { helpCommand } from './help.ts';
import { indexesCommand } from './indexes.ts';
import { inviteCommand } from './invite.ts';
import { lspCommand } from './lsp.ts';
import { mailCommand } from './mail.ts';
import { diffCommand, migrateCommand } from './migrate.ts';
import { newCommand } from './new.ts';
import { runCommand } from './run.ts';
import { secretCommand } from './secret.ts';
import { textsCommand } from './texts.ts';
import { versionCommand } from './version.ts';
import { writeCommand } from './write.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandDefinition[] = [
  newCommand,
  runCommand,
  devCommand,
  checkCommand,
  diffCommand,
  migrateCommand,
  backupCommand,
  restoreCommand,
  filesCommand,
  exportCommand,
  importCommand,
  indexesCommand,
  inviteCommand,
  secretCommand,
  mailCommand,
  explainCommand,
  textsCommand,
  writeCommand,
  lspCommand,
  helpCommand(() => COMMANDS),
  versionCommand,
];
