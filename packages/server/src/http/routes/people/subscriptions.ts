import {
  isMap,
  parseInstant,
  runtimeLimit,
  type AuditAct,
  type Problem,
  type ReplayAnswer,
  type SubscriptionAnswer,
  type SubscriptionBody,
  type SubscriptionMade,
} from '@ninefold/model';
import type { AuditEntry } from '../../../audit/audit-log.ts';
import type { Noted } from '../../../audit/noted.ts';
import { leadsInside } from '../../../calls/leads-inside.ts';
import { addressOf } from '../../../records/calls/address.ts';
import type { SubscribingKey } from '../../../records/context/subscriptions.ts';
import { Refusal } from '../../../refusal.ts';
import { callerRoute, part, type CallerCall, type Route } from '../../service/route.ts';
import { objectBody, textsOf } from '../../steps/body.ts';
import { invalid } from '../../steps/new-password.ts';
import { notedOf } from '../../steps/noted.ts';
import { keysSeen } from './keys.ts';

const ADDRESS = '/_/subscriptions';
const DAY_MS = 86_400_000;
const LONGEST_LIST = 200;

async function list(call: CallerCall): Promise<{ readonly items: readonly SubscriptionAnswer[] }> {
  return { items: await call.service.records.subscriptions.list(await keysOf(call), call.service.holderOf) };
}

/** The keys whose subscriptions the caller sees: the one that calls, or those that a person sees. */
async function keysOf(call: CallerCall): Promise<readonly SubscribingKey[]> {
  const { key } = call.caller;
  if (key === undefined) return (await keysSeen(call)).map(({ id, name, usable }) => ({ id, name, usable }));
  const found = await call.service.keys.standing(key);
  return found === null ? [] : [{ id: found.id, name: found.name, usable: true }];
}

/** A program asks for itself: nobody asks for what another one is told. */
async function make(call: CallerCall): Promise<SubscriptionMade> {
  const { service, caller, request, reply } = call;
  const [key] = caller.key === undefined ? [] : await keysOf(call);
  if (key === undefined) throw new Refusal('by_key_only');
  const { subscriptions } = service.records;
  const body = bodyIn(objectBody(request));
  const subscription = await subscriptions.make(caller, key, {
    body,
    leadsInside: (url) => leadsInside(url, service.callsInside),
    noted: await notedAct(call, 'subscription_made', { ...body, key }),
  });
  service.eventAlarm.set(service.clock());
  reply.code(201);
  return { secret: await subscriptions.secretOf(subscription.id), subscription };
}

function bodyIn(body: Readonly<Record<string, unknown>>): SubscriptionBody {
  const unknown = Object.keys(body).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw invalid({ path: unknown.slice(0, 60), code: 'unknown_field', params: {} });
  const { entity, url } = textsOf(body, ['entity', 'url']);
  const events = namesIn(body, 'events') as NonNullable<SubscriptionBody['events']>; // which words these are is asked behind
  const [where, when] = [conditionIn(body, 'where'), conditionIn(body, 'when')];
  return { entity, url, where, when, events, transitions: namesIn(body, 'transitions') };
}

const KNOWN: ReadonlySet<string> = new Set(['entity', 'events', 'transitions', 'when', 'where', 'url']);

function conditionIn(body: Readonly<Record<string, unknown>>, name: string): string | null {
  const { [name]: value = null } = body;
  if (value !== null && typeof value !== 'string') throw invalid(ofType(name));
  return value === null || value.trim() === '' ? null : value;
}

function namesIn(body: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = body[name] ?? [];
  if (!Array.isArray(value) || value.length > LONGEST_LIST || !value.every((one) => typeof one === 'string'))
    throw invalid(ofType(name));
  return value;
}

function ofType(path: string): Problem {
  return { path, code: 'bad_type', params: {} };
}

/**
 * Keeps an act on a subscription in the log: whose key it is, of what it tells and to which host. What stands behind the host may be
 * a secret of the receiver.
 */
async function notedAct(
  call: CallerCall,
  act: AuditAct,
  { key, entity, url }: Pick<SubscriptionAnswer, 'key' | 'entity' | 'url'>,
  more: AuditEntry['details'] = {},
): Promise<Noted> {
  const holder = (await call.service.keys.all()).find(({ id }) => id === key.id)?.user ?? null;
  const host = addressOf(url)?.host ?? '';
  const details = { key: key.name, entity, host, ...more };
  return notedOf(call, { act, by: call.caller.me.id, about: holder, details });
}

/** The subscription of the address, where the caller sees it. */
async function found(call: CallerCall): Promise<SubscriptionAnswer> {
  const id = part(call.request, 'id');
  const one = (await list(call)).items.find((subscription) => subscription.id === id);
  if (one === undefined) throw new Refusal('not_found');
  return one;
}

async function change(call: CallerCall): Promise<SubscriptionAnswer> {
  const subscription = await found(call);
  const { id } = subscription;
  const { request } = call;
  const paused = isMap(request.body) ? request.body['paused'] : undefined;
  if (typeof paused !== 'boolean') throw invalid(ofType('paused'));
  if (paused !== subscription.paused) {
    const act = paused ? 'subscription_paused' : 'subscription_resumed';
    await call.service.records.subscriptions.pause(id, paused, await notedAct(call, act, subscription));
  }
  return found(call);
}

async function remove(call: CallerCall): Promise<void> {
  const subscription = await found(call);
  const noted = await notedAct(call, 'subscription_ended', subscription);
  await call.service.records.subscriptions.remove(subscription.id, noted);
  call.reply.code(204);
}

async function replay(call: CallerCall): Promise<ReplayAnswer> {
  const subscription = await found(call);
  const { service } = call;
  const from = parseInstant(textsOf(objectBody(call.request), ['from']).from);
  if (from === null) throw invalid({ path: 'from', code: 'bad_datetime', params: {} });
  const days = runtimeLimit(service.application.model, 'event_days');
  const earliest = new Date(Date.parse(service.clock()) - days * DAY_MS).toISOString();
  if (from < earliest) throw invalid({ path: 'from', code: 'too_early', params: { min: earliest } });
  const noted = await notedAct(call, 'subscription_replayed', subscription, { since: from });
  return { count: await service.records.subscriptions.replay(subscription.id, from, noted) };
}

/** What programs want to be told of: asked for by a key, seen and held by it and by those who see the key. */
export const SUBSCRIPTION_ROUTES: readonly Route[] = [
  { ...callerRoute('GET', ADDRESS, list), forKeys: true },
  { ...callerRoute('POST', ADDRESS, make), forKeys: true },
  { ...callerRoute('PATCH', `${ADDRESS}/:id`, change), forKeys: true },
  { ...callerRoute('POST', `${ADDRESS}/:id/replay`, replay), forKeys: true },
  { ...callerRoute('DELETE', `${ADDRESS}/:id`, remove), forKeys: true },
];
