import type { StopAnswer } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import type { Stopping } from '../../../mail/stop-links.ts';
import { openRoute, part, type Call, type Route } from '../../service/route.ts';

const ADDRESS = '/_/stop/:token';

async function stopping({ service, request }: Call): Promise<Stopping> {
  const found = await service.mailing.links.read(part(request, 'token'));
  if (found === null) throw new Refusal('no_such_stop');
  return found;
}

async function read(call: Call): Promise<StopAnswer> {
  const { kinds } = await stopping(call);
  return { kinds, stopped: false };
}

/** Whatever the body says: mail programs send `List-Unsubscribe=One-Click` (RFC 8058). */
async function stop(call: Call): Promise<StopAnswer> {
  const { person, kinds } = await stopping(call);
  await call.service.records.mail.stop(person, kinds);
  return { kinds, stopped: true };
}

/**
 * Links of mails that stop mail of their kind, for whoever has one: the link itself is the proof, so no cookie is asked for. Reading
 * one changes nothing, since programs follow links by themselves.
 */
export const STOP_ROUTES: readonly Route[] = [
  { ...openRoute('GET', ADDRESS, read), pageToo: true },
  { ...openRoute('POST', ADDRESS, stop), withoutAntiForgery: true },
];
