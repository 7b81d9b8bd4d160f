import { linkFor, systemClock } from '@ninefold/server';
import type { Call } from '../arguments/command.ts';
import { runSettings } from '../arguments/run-settings.ts';
import { Unusable } from '../arguments/unusable.ts';
import { log, placeOf, readSpecification } from './stored.ts';

/** Makes a link by which a person chooses a password, and prints it. */
export async function invite(call: Call): Promise<number> {
  const [email, folder = '.'] = call.words;
  if (email === undefined) throw new Unusable('refused.invite_whom', {});
  const application = await readSpecification(folder, call);
  if (application === null) return 1;
  const { publicUrl, port } = runSettings(call, process.env);
  const place = await placeOf(call, application, folder);
  const { token, expiresAt } = await linkFor(place, application, { email, clock: systemClock, log });
  const link = `${(publicUrl ?? `http://127.0.0.1:${port}`).replace(/\/$/, '')}/_/setup/${token}`;
  process.stdout.write(`${call.say('invite.made', { email, link, until: expiresAt })}\n`);
  return 0;
}
