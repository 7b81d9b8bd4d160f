import { backup as makeBackup, restore as restoreBackup, systemClock } from '@ninefold/server';
import { textFlag, type Call } from '../arguments/command.ts';
import { samePlace } from '../arguments/same-place.ts';
import { Unusable } from '../arguments/unusable.ts';
import { ownVersion } from '../program/beside-program.ts';
import { log, placeOf, readSpecification } from './stored.ts';

/** Writes everything that is stored to one file. */
export async function backup(call: Call): Promise<number> {
  const folder = call.words[0] ?? '.';
  const application = await readSpecification(folder, call);
  if (application === null) return 1;
  const at = systemClock();
  const to = textFlag(call, 'to') ?? `${application.model.name}-${at.replace(/\.\d+/, '').replace(/[-:]/g, '')}.backup`;
  const made = await makeBackup(await placeOf(call, application, folder), to, { version: ownVersion(), at, log });
  process.stdout.write(`${call.say('backup.made', { ...made, kilobytes: Math.ceil(made.bytes / 1000) })}\n`);
  return 0;
}

/** Puts a backup in the place of what is stored. */
export async function restore(call: Call): Promise<number> {
  const [file, folder = '.'] = call.words;
  if (file === undefined) throw new Unusable('refused.restore_file');
  const application = await readSpecification(folder, call);
  if (application === null) return 1;
  const replace = call.flags['replace'] === true;
  const options = { replace, application, now: systemClock(), log };
  const { head, contents, fits } = await restoreBackup(await placeOf(call, application, folder), file, options);
  process.stdout.write(`${call.say('backup.restored', { ...contents, at: head.at, version: head.version })}\n`);
  if (fits) return 0;
  process.stderr.write(`${call.say('backup.does_not_fit', { place: samePlace(call, folder) })}\n`);
  return 1;
}
