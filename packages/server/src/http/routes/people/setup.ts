import type { Me, SessionAnswer } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { mayInvite } from '../../../sessions/acting-for.ts';
import { beginSession } from '../../answers/session-answer.ts';
import { OPERATOR } from '../../../accounts/invitation-store.ts';
import { countedAddress } from '../../../accounts/counted-address.ts';
import { openRoute, part, type Call, type Route } from '../../service/route.ts';
import type { Service } from '../../service/service.ts';
import { objectBody, textsOf } from '../../steps/body.ts';
import { invalid, refusePassword } from '../../steps/new-password.ts';
import { notedOf } from '../../steps/noted.ts';

const ADDRESS = '/_/setup/:token';

/** What a link is for: making the first administrator, or setting the password of somebody who is invited. */
interface LinkAnswer {
  readonly kind: 'first_administrator' | 'invitation';
  readonly name: string | null;
  readonly email: string | null;
  /** Zone of the application, for the first administrator alone. */
  readonly time_zone: string | null;
}

/** Somebody who is invited, and the id of who made their link; null where a command on the server did. */
interface InvitedPerson {
  readonly me: Me;
  readonly by: string | null;
}

/**
 * Whom a link is for. Null where it is none, and once its maker is not active or could not make it any more: the maker knows
 * it, and the person may have been given other roles meanwhile.
 */
async function invitedBy(service: Service, token: string): Promise<InvitedPerson | null> {
  const invited = await service.invitations.find(token);
  if (!invited) return null;
  const { user, by } = invited;
  if (by === OPERATOR) {
    const me = await service.records.me(user);
    return me ? { me, by: null } : null;
  }
  const people = await service.records.people([user, by]);
  const [me, maker] = [people.get(user), people.get(by)];
  if (!me || !maker) return null;
  const hasPassword = (await service.credentials.find(user)) !== null;
  return mayInvite(service.application.model, maker, { ...me, hasPassword }) ? { me, by } : null;
}

async function read({ service, request }: Call): Promise<LinkAnswer> {
  const token = part(request, 'token');
  const invited = await invitedBy(service, token);
  if (invited) return { kind: 'invitation', name: invited.me.name, email: invited.me.email, time_zone: null };
  if (await service.setup.accepts(token))
    return {
      ...{ kind: 'first_administrator', name: null, email: null },
      time_zone: service.application.model.timeZone,
    };
  throw new Refusal('setup_used');
}

async function use(call: Call): Promise<SessionAnswer> {
  const { service, request } = call;
  const token = part(request, 'token');
  const invited = await invitedBy(service, token);
  if (invited !== null) return accept(call, token, invited);
  if (!(await service.setup.isOpen())) throw new Refusal('setup_used');
  const body = objectBody(request);
  const { name, email, password } = textsOf(body, ['name', 'email', 'password']);
  const language = languageIn(body['language'], service.application.model.languages);
  await refusePassword(service, password, [name, email]);
  const key = `setup\n${countedAddress(request.ip)}`;
  await service.tries.begin(key);
  const person = { name: name.trim(), email: email.trim(), password, language };
  const noted = (id: string) => notedOf(call, { act: 'first_administrator', by: id, about: id });
  const made = await service.passwords.inTurn((hashing) => service.setup.use(token, person, { hashing, noted }));
  await service.tries.succeeded(key);
  return beginSession(call, made);
}

async function accept(call: Call, token: string, { me, by }: InvitedPerson): Promise<SessionAnswer> {
  const { service, request } = call;
  const { password } = textsOf(objectBody(request), ['password']);
  await refusePassword(service, password, [me.name, me.email]);
  const hash = await service.passwords.inTurn((hashing) => hashing.hash(password));
  if (!(await service.invitations.use(token))) throw new Refusal('setup_used');
  const details = by === null ? {} : { link_by: { id: by } };
  const noted = notedOf(call, { act: 'password_set', by: me.id, about: me.id, details });
  await service.credentials.set(me.id, hash, noted);
  await service.sessions.closeOthers(me.id, null);
  return beginSession(call, me.id);
}

function languageIn(value: unknown, languages: readonly string[]): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && languages.includes(value)) return value;
  throw invalid({ path: 'language', code: 'bad_option', params: {} });
}

/** One-time links: the first administrator's, and those by which invited users set their passwords. */
export const SETUP_ROUTES: readonly Route[] = [
  { ...openRoute('GET', ADDRESS, read), pageToo: true },
  openRoute('POST', ADDRESS, use),
];
