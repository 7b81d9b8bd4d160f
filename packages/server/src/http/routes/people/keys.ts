import {
  limitValues,
  type AuditAct,
  type KeyAnswer,
  type KeyMade,
  type Me,
  type ReferenceValue,
} from '@ninefold/model';
import type { AuditEntry } from '../../../audit/audit-log.ts';
import type { Caller } from '../../../records/context/records.ts';
import type { ApiKey } from '../../../sessions/key-store.ts';
import { Refusal } from '../../../refusal.ts';
import { mayActFor } from '../../../sessions/acting-for.ts';
import { holderOf } from '../../../sessions/callers.ts';
import { callerRoute, part, type CallerCall, type Route } from '../../service/route.ts';
import type { Service } from '../../service/service.ts';
import { objectBody, textsOf } from '../../steps/body.ts';
import { invalid } from '../../steps/new-password.ts';
import { needRight } from '../../steps/need-right.ts';
import { notedOf } from '../../steps/noted.ts';

const ADDRESS = '/_/keys';
const LONGEST_NAME = 80;

async function list(call: CallerCall): Promise<{ readonly items: readonly KeyAnswer[] }> {
  return { items: await keysSeen(call) };
}

/** The keys that a person with the right to keys sees. */
export async function keysSeen(call: CallerCall): Promise<readonly KeyAnswer[]> {
  needRight(call, 'keys');
  const { service, caller } = call;
  const keys = await service.keys.all();
  const people = await service.records.people(keys.flatMap(({ user, createdBy }) => [user, createdBy]));
  const seen = keys.filter((key) => isTheirs(service, caller, key, people));
  return seen.map((key) => answerOf(service, key, people));
}

type People = ReadonlyMap<string, Me>;

/** Whether a key is one of the caller's own, or one that they could make. */
function isTheirs({ application }: Service, caller: Caller, key: ApiKey, people: People): boolean {
  if (key.createdBy === caller.me.id) return true;
  const user = people.get(key.user) ?? { id: key.user, roles: [key.role] };
  return mayActFor(application.model, caller.me, user);
}

function answerOf({ clock, application }: Service, key: ApiKey, people: People): KeyAnswer {
  const named = (id: string): ReferenceValue => {
    const me = people.get(id);
    return me ? { id, title: me.name } : { id };
  };
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    user: named(key.user),
    created_by: named(key.createdBy),
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    used_on: key.usedOn,
    usable: key.expiresAt > clock() && holderOf(application.model, key, people) !== null,
  };
}

async function make(call: CallerCall): Promise<KeyMade> {
  needRight(call, 'keys');
  const { service, caller, request, reply } = call;
  const body = objectBody(request);
  const { name, role } = textsOf(body, ['name', 'role']);
  const user = typeof body['user'] === 'string' ? body['user'] : caller.me.id;
  const days = daysIn(body['days'], Number(limitValues(service.application.model)['key_days']));
  if ([...name.trim()].length > LONGEST_NAME)
    throw invalid({ path: 'name', code: 'too_long', params: { max: LONGEST_NAME } });
  await refuseRole(call, user, role);
  const wanted = { name: name.trim(), role, user, createdBy: caller.me.id, days };
  const made = await service.keys.make(wanted, (key) => notedOf(call, actOf('key_made', caller, key)));
  reply.code(201);
  const people = await service.records.people([user, caller.me.id]);
  return { secret: made.secret, key: answerOf(service, made.key, people) };
}

/** A key carries a role that its user has, and its user is somebody for whom the maker may act. */
async function refuseRole({ service, caller }: CallerCall, user: string, role: string): Promise<void> {
  const holder = await service.records.me(user);
  if (!holder) throw invalid({ path: 'user', code: 'no_such_record', params: {} });
  if (!mayActFor(service.application.model, caller.me, holder)) throw new Refusal('not_in_their_name');
  if (!holder.roles.includes(role)) throw invalid({ path: 'role', code: 'bad_option', params: {} });
}

function daysIn(value: unknown, most: number): number {
  if (value === undefined || value === null) throw invalid({ path: 'days', code: 'required', params: {} });
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw invalid({ path: 'days', code: 'bad_number', params: {} });
  if (value < 1) throw invalid({ path: 'days', code: 'too_small', params: { min: 1 } });
  if (value > most) throw invalid({ path: 'days', code: 'too_big', params: { max: most } });
  return value;
}

function actOf(act: AuditAct, { me }: Caller, { name, role, user, expiresAt }: ApiKey): AuditEntry {
  return { act, by: me.id, about: user, details: { name, role, expires_at: expiresAt } };
}

async function remove(call: CallerCall): Promise<void> {
  needRight(call, 'keys');
  const { service, caller, request, reply } = call;
  const key = (await service.keys.all()).find(({ id }) => id === part(request, 'id'));
  const people = key ? await service.records.people([key.user]) : new Map<string, Me>();
  if (!key || !isTheirs(service, caller, key, people)) throw new Refusal('not_found');
  if (!(await service.keys.remove(key.id, notedOf(call, actOf('key_ended', caller, key)))))
    throw new Refusal('not_found');
  service.callers.forget();
  reply.code(204);
}

/** API keys of programs, for roles with the right to them. */
export const KEY_ROUTES: readonly Route[] = [
  { ...callerRoute('GET', ADDRESS, list), pageToo: true },
  callerRoute('POST', ADDRESS, make),
  callerRoute('DELETE', `${ADDRESS}/:id`, remove),
];
