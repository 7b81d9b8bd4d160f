import type { SessionAnswer } from '@ninefold/model';
import { hashPassword } from '../../accounts/password.ts';
import { Refusal } from '../../refusal.ts';
import { beginSession } from '../begin-session.ts';
import { openRoute, part, type Call, type Route } from '../route.ts';
import { objectBody, textsOf } from '../steps/body.ts';
import { invalid, refusePassword } from '../steps/new-password.ts';

const ADDRESS = '/_/setup/:token';

/** What a link is for: making the first administrator, or setting the password of somebody who is invited. */
interface LinkAnswer {
  readonly kind: 'first_administrator' | 'invitation';
  readonly name: string | null;
  readonly email: string | null;
  /** Zone of the application, for the first administrator alone. */
  readonly time_zone: string | null;
}

async function read({ service, request }: Call): Promise<LinkAnswer> {
  const token = part(request, 'token');
  const user = await service.invitations.find(token);
  const me = user === null ? null : await service.records.me(user);
  if (me) return { kind: 'invitation', name: me.name, email: me.email, time_zone: null };
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
  const user = await service.invitations.find(token);
  if (user !== null) return accept(call, token, user);
  if (!(await service.setup.isOpen())) throw new Refusal('setup_used');
  const body = objectBody(request);
  const { name, email, password } = textsOf(body, ['name', 'email', 'password']);
  const language = languageIn(body['language'], service.application.model.languages);
  refusePassword(password);
  const key = `setup\n${request.ip}`;
  await service.tries.begin(key);
  const made = await service.setup.use(token, { name: name.trim(), email: email.trim(), password, language });
  await service.tries.succeeded(key);
  return beginSession(call, made);
}

async function accept(call: Call, token: string, user: string): Promise<SessionAnswer> {
  const { service, request } = call;
  if (!(await service.records.me(user))) throw new Refusal('setup_used');
  const { password } = textsOf(objectBody(request), ['password']);
  refusePassword(password);
  const hash = await hashPassword(password);
  if (!(await service.invitations.use(token))) throw new Refusal('setup_used');
  await service.credentials.set(user, hash);
  await service.sessions.closeOthers(user, null);
  return beginSession(call, user);
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
