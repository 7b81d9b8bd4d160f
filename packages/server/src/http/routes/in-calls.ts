import { isMap, runtimeLimit, type InCall, type InCallAnswer, type Wire } from '@ninefold/model';
import type { FastifyRequest } from 'fastify';
import { countedAddress } from '../../accounts/counted-address.ts';
import { DEMO_SECRET } from '../../calls/secrets.ts';
import { idFromSender } from '../../calls/sender.ts';
import { Refusal } from '../../refusal.ts';
import { refusalOf } from '../answers/problem.ts';
import { openRoute, part, type Call, type Route } from '../service/route.ts';
import type { Service } from '../service/service.ts';
import { decodeJson } from '../steps/body.ts';

/** So many calls that do not prove who sends them are looked at within a minute, for each network address. */
const TRIES = 30;

type Asked = Pick<Call, 'service' | 'request'>;

async function take({ service, request }: Call): Promise<InCallAnswer> {
  const { records, rates, call } = { ...service, rates: service.inRates, call: callAt(service, request) };
  const secret = secretOf(service, call);
  if (secret === null) throw new Refusal('secret_not_set');
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const id = idFromSender(request.headers, bytes, { secret, now: service.clock() });
  const most = runtimeLimit(service.application.model, 'in_calls_per_minute');
  const key = `call ${call.id}`;
  const seconds = rates.wait(key, most);
  const isFirst = rates.count(key, most);
  if (seconds !== null) {
    const refusal = new Refusal('too_many_requests', { params: { seconds } });
    if (isFirst) await records.inCalls.refused(call, refusal);
    throw refusal;
  }
  const body = decodeJson(bytes);
  if (!isMap(body)) throw new Refusal(body === undefined ? 'not_json' : 'bad_request');
  return records.inCalls.receive(call, { body: body as Readonly<Record<string, Wire>>, id }); // JSON
}

function callAt({ application }: Service, request: FastifyRequest): InCall {
  const name = part(request, 'name');
  const calls = application.model.calls.in;
  const call = Object.hasOwn(calls, name) ? calls[name] : Object.values(calls).find(({ was }) => was === name);
  if (!call) throw new Refusal('unknown_in_call', { params: { name: name.slice(0, 60) } });
  return call;
}

function secretOf({ secrets, demo }: Service, { secret }: InCall): string | null {
  return secrets.get(secret) ?? (demo ? DEMO_SECRET : null);
}

/** Before any of the body is read: who has guessed too often waits, and a call whose secret is not set is closed. */
function begin({ service, request }: Asked): void {
  const call = callAt(service, request);
  const seconds = service.inRates.wait(triesOf(request), TRIES);
  if (seconds !== null) throw new Refusal('too_many_requests', { params: { seconds } });
  if (secretOf(service, call) !== null) return;
  service.inRates.count(triesOf(request), TRIES);
  throw new Refusal('secret_not_set');
}

function triesOf({ ip }: FastifyRequest): string {
  return `tries ${countedAddress(ip)}`;
}

/** Refusals of these come before anybody has proved who they are. */
const UNPROVED: ReadonlySet<string> = new Set([
  'wrong_secret',
  'wrong_signature_time',
  'too_large',
  'wrong_media_type',
]);
/** These are written down once, when they begin; a call that there is not has no log. */
const UNWRITTEN: ReadonlySet<string> = new Set(['too_many_requests', 'unknown_in_call']);

/** Writes down why a call was refused. A server that cannot has told so already. */
async function refused({ service, request }: Asked, error: unknown): Promise<void> {
  const refusal = refusalOf(error, request.routeOptions.bodyLimit);
  if (UNWRITTEN.has(refusal.code)) return;
  if (UNPROVED.has(refusal.code)) service.inRates.count(triesOf(request), TRIES);
  await service.records.inCalls.refused(callAt(service, request), refusal).catch(() => undefined);
}

/** Calls by which other systems write records. */
export const IN_CALL_ROUTE: Route = {
  ...openRoute('POST', '/_/in/:name', take),
  fromSystem: { begin, refused },
};
