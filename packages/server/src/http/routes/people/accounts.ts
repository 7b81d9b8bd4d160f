import type { AccountsAnswer, PasswordAnswer, SessionAnswer, Unreached } from '@ninefold/model';
import type { Hashing } from '../../../accounts/passwords.ts';
import { Refusal } from '../../../refusal.ts';
import { mayInvite } from '../../../sessions/acting-for.ts';
import { beginSession } from '../../answers/session-answer.ts';
import { countedAddress } from '../../../accounts/counted-address.ts';
import { languageOf } from '../../service/language.ts';
import { plainWords } from '../../../mail/mail-texts.ts';
import type { UnreachedPerson } from '../../../records/context/mail.ts';
import { queryText } from '../../service/query-text.ts';
import { callerRoute, part, type CallerCall, type Route } from '../../service/route.ts';
import { objectBody, textsOf } from '../../steps/body.ts';
import { needRight } from '../../steps/need-right.ts';
import { invalid, refusePassword } from '../../steps/new-password.ts';
import { notedOf } from '../../steps/noted.ts';

interface InvitationAnswer {
  /** Below the application's own address. */
  readonly address: string;
  readonly expires_at: string;
}

async function invite(call: CallerCall): Promise<InvitationAnswer> {
  const { service, caller, request, reply } = call;
  needRight(call, 'users');
  const user = await service.records.me(part(request, 'user'));
  if (!user) throw new Refusal('not_found');
  const hasPassword = (await service.credentials.find(user.id)) !== null;
  if (!mayInvite(service.application.model, caller.me, { ...user, hasPassword }))
    throw new Refusal('not_in_their_name');
  const noted = notedOf(call, { act: 'link_made', by: caller.me.id, about: user.id, details: { reset: hasPassword } });
  const { token, expiresAt } = await service.invitations.open(user.id, caller.me.id, noted);
  reply.code(201);
  return { address: `/_/setup/${token}`, expires_at: expiresAt };
}

/** As many as a page of a list has. */
const MOST_USERS = 200;

/**
 * Who of the users `of` has no password yet, which nobody needs in a demonstration, and whom mail does not reach. Users whom the caller
 * may not see are passed over.
 */
async function accountsOf(call: CallerCall): Promise<AccountsAnswer> {
  needRight(call, 'users');
  const { service, caller, request } = call;
  const asked = (queryText(request, 'of') ?? '').split(',').filter((id) => id !== '');
  if (asked.length > MOST_USERS) throw new Refusal('bad_parameter', { params: { parameter: 'of' } });
  const ids = (await service.records.titledUsers(caller, asked)).map(({ id }) => id);
  const words = plainWords(languageOf(service, request));
  const unreached = (await service.records.mail.unreached(ids)).map((one) => unreachedIn(words, one));
  if (service.demo) return { items: [], unreached };
  const ready = await service.credentials.among(ids);
  const without = ids.filter((id) => !ready.has(id));
  const invited = await service.invitations.among(without);
  return { items: without.map((id) => ({ id, invited: invited.has(id) })), unreached };
}

function unreachedIn({ say }: ReturnType<typeof plainWords>, { id, state, reason }: UnreachedPerson): Unreached {
  const text = say(`unreached_${state}`);
  return { id, state, text: reason !== null && /^\d/.test(reason) ? `${text} (${reason})` : text };
}

async function readOwn({ service, caller }: CallerCall): Promise<PasswordAnswer> {
  return { keys: (await service.keys.of(caller.me.id)).length };
}

async function change(call: CallerCall): Promise<SessionAnswer> {
  const body = objectBody(call.request);
  const { current, password } = textsOf(body, ['current', 'password']);
  const { service, caller } = call;
  const { id, name, email } = caller.me;
  await refusePassword(service, password, [name, email]);
  await service.passwords.inTurn((hashing) => setOwn(call, hashing, { current, password }));
  if (body['end_keys'] === true) await endKeys(call);
  await service.sessions.closeOthers(id, null);
  const answer = await beginSession(call, id);
  await service.live.review();
  return answer;
}

async function setOwn(
  call: CallerCall,
  hashing: Hashing,
  { current, password }: { readonly current: string; readonly password: string },
): Promise<void> {
  const { service, caller, request } = call;
  const { id } = caller.me;
  const key = `${id}\n${countedAddress(request.ip)}`;
  await service.tries.begin(key);
  if (!(await hashing.matches(current, await service.credentials.find(id)))) {
    await service.audit.note({ act: 'password_refused', by: id, about: id, address: request.ip });
    throw new Refusal('wrong_sign_in');
  }
  await service.tries.succeeded(key);
  if (password === current) throw invalid({ path: 'password', code: 'same_password', params: {} });
  const noted = notedOf(call, { act: 'password_changed', by: id, about: id });
  await service.credentials.set(id, await hashing.hash(password), noted);
}

/** Ends every key in the caller's name, and those that the caller made for others. */
async function endKeys(call: CallerCall): Promise<void> {
  const { keys } = call.service;
  const by = call.caller.me.id;
  for (const { id, name, role, user } of await keys.of(by))
    await keys.remove(id, notedOf(call, { act: 'key_ended', by, about: user, details: { name, role } }));
}

/** Links for users to set a password, made by people with the right to manage users; and changing one's own. */
export const ACCOUNT_ROUTES: readonly Route[] = [
  callerRoute('POST', '/_/accounts/:user/invitation', invite),
  callerRoute('GET', '/_/accounts', accountsOf),
  { ...callerRoute('GET', '/_/password', readOwn), pageToo: true },
  callerRoute('POST', '/_/password', change),
];
