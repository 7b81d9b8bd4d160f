import { limitValues, type KeyAnswer, type KeyMade, type ReferenceValue } from '@ninefold/model';
import type { ApiKey } from '../../keys/key-store.ts';
import { Refusal } from '../../refusal.ts';
import { mayGiveAll } from '../may-give.ts';
import { callerRoute, part, type CallerCall, type Route } from '../route.ts';
import type { Service } from '../service.ts';
import { objectBody, textsOf } from '../steps/body.ts';
import { invalid } from '../steps/new-password.ts';

const ADDRESS = '/_/keys';
const LONGEST_NAME = 80;

function refuseOthers({ caller }: CallerCall): void {
  if (!caller.rights.runtime.includes('keys')) throw new Refusal('forbidden');
}

async function list(call: CallerCall): Promise<{ readonly items: readonly KeyAnswer[] }> {
  refuseOthers(call);
  const keys = await call.service.keys.all();
  return { items: await Promise.all(keys.map((key) => answerOf(call.service, key))) };
}

async function answerOf({ records, clock }: Service, key: ApiKey): Promise<KeyAnswer> {
  const [user, maker] = await Promise.all([records.me(key.user), records.me(key.createdBy)]);
  const named = (id: string, me: typeof user): ReferenceValue => (me ? { id, title: me.name } : { id });
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    user: named(key.user, user),
    created_by: named(key.createdBy, maker),
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    used_on: key.usedOn,
    usable: key.expiresAt > clock() && (user?.roles.includes(key.role) ?? false),
  };
}

async function make(call: CallerCall): Promise<KeyMade> {
  refuseOthers(call);
  const { service, caller, request, reply } = call;
  const body = objectBody(request);
  const { name, role } = textsOf(body, ['name', 'role']);
  const user = typeof body['user'] === 'string' ? body['user'] : caller.me.id;
  const days = daysIn(body['days'], Number(limitValues(service.application.model)['key_days']));
  if ([...name.trim()].length > LONGEST_NAME)
    throw invalid({ path: 'name', code: 'too_long', params: { max: LONGEST_NAME } });
  await refuseRole(call, user, role);
  const made = await service.keys.make({ name: name.trim(), role, user, createdBy: caller.me.id, days });
  reply.code(201);
  return { secret: made.secret, key: await answerOf(service, made.key) };
}

/** A key in one's own name carries a role that one has; in the name of another, one that he has and that one may give. */
async function refuseRole({ service, caller }: CallerCall, user: string, role: string): Promise<void> {
  const holder = await service.records.me(user);
  if (!holder) throw invalid({ path: 'user', code: 'no_such_record', params: {} });
  if (!holder.roles.includes(role)) throw invalid({ path: 'role', code: 'bad_option', params: {} });
  if (user !== caller.me.id && !mayGiveAll(service.application.model, caller, [role])) throw new Refusal('forbidden');
}

function daysIn(value: unknown, most: number): number {
  if (value === undefined || value === null) throw invalid({ path: 'days', code: 'required', params: {} });
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw invalid({ path: 'days', code: 'bad_number', params: {} });
  if (value < 1) throw invalid({ path: 'days', code: 'too_small', params: { min: 1 } });
  if (value > most) throw invalid({ path: 'days', code: 'too_big', params: { max: most } });
  return value;
}

async function remove(call: CallerCall): Promise<void> {
  refuseOthers(call);
  if (!(await call.service.keys.remove(part(call.request, 'id')))) throw new Refusal('not_found');
  call.service.callers.forget();
  call.reply.code(204);
}

/** API keys of programs, for roles that care for them. */
export const KEY_ROUTES: readonly Route[] = [
  { ...callerRoute('GET', ADDRESS, list), pageToo: true },
  callerRoute('POST', ADDRESS, make),
  callerRoute('DELETE', `${ADDRESS}/:id`, remove),
];
