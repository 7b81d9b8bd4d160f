import { hashPassword, matchesPassword } from '../../accounts/password.ts';
import { Refusal } from '../../refusal.ts';
import { mayGiveAll } from '../may-give.ts';
import { callerRoute, part, type CallerCall, type Route } from '../route.ts';
import { objectBody, textsOf } from '../steps/body.ts';
import { refusePassword } from '../steps/new-password.ts';

interface InvitationAnswer {
  /** Below the application's own address. */
  readonly address: string;
  readonly expires_at: string;
}

async function invite({ service, caller, request, reply }: CallerCall): Promise<InvitationAnswer> {
  if (!caller.rights.runtime.includes('users')) throw new Refusal('forbidden');
  const user = await service.records.me(part(request, 'user'));
  if (!user) throw new Refusal('not_found');
  if (!mayGiveAll(service.application.model, caller, user.roles)) throw new Refusal('forbidden');
  const { token, expiresAt } = await service.invitations.open(user.id, caller.me.id);
  reply.code(201);
  return { address: `/_/setup/${token}`, expires_at: expiresAt };
}

async function change({ service, caller, visitor, request, reply }: CallerCall): Promise<void> {
  const { current, password } = textsOf(objectBody(request), ['current', 'password']);
  refusePassword(password);
  const { id } = caller.me;
  const key = `${id}\n${request.ip}`;
  await service.tries.begin(key);
  if (!(await matchesPassword(current, await service.credentials.find(id)))) throw new Refusal('wrong_sign_in');
  await service.tries.succeeded(key);
  await service.credentials.set(id, await hashPassword(password));
  await service.sessions.closeOthers(id, visitor.token);
  await service.live.review();
  reply.code(204);
}

/** Links for users to set a password, made by who cares for users; and changing one's own. */
export const ACCOUNT_ROUTES: readonly Route[] = [
  callerRoute('POST', '/_/accounts/:user/invitation', invite),
  callerRoute('POST', '/_/password', change),
];
