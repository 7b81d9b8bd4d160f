import { moveFiles } from '@ninefold/server';
import type { Call } from '../arguments/command.ts';
import { runSettings } from '../arguments/run-settings.ts';
import { Unusable } from '../arguments/unusable.ts';
import { log, placeOf, readSpecification } from './stored.ts';

/** Moves the contents of files from the store that `NINEFOLD_FILES_FROM` names to that of `NINEFOLD_FILES`. */
export async function files(call: Call): Promise<number> {
  const [act, folder = '.'] = call.words;
  if (act !== 'move') throw new Unusable('refused.files_act', {});
  const application = await readSpecification(folder, call);
  if (application === null) return 1;
  const { say } = call;
  const { filesFrom } = runSettings(call, process.env);
  const { missing, ...moved } = await moveFiles(await placeOf(call, application, folder), filesFrom, log);
  const named = (store: string): string => (store === 'folder' ? say('files.folder') : store);
  const places = { from: named(moved.from), to: named(moved.to) };
  process.stdout.write(`${say('files.moved', { ...moved, ...places })}\n`);
  for (const hash of missing) process.stderr.write(`${say('files.missing', { hash, ...places })}\n`);
  return missing.length === 0 ? 0 : 1;
}
