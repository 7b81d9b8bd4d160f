import {
  allows,
  CALL_STATES,
  canEver,
  effectsOf,
  isReadable,
  jsonIn,
  reachOf,
  readerOf,
  stepsOf,
  type CallContent,
  type CallsAnswer,
  type CallState,
  type Entity,
  type Expression,
  type LoggedCall,
  type OutRequest,
  type RecordValue,
  type ReferenceValue,
  type Wire,
} from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Reader } from '../../storage/database/database.ts';
import { argument, raw, sql } from '../../storage/sql/sql.ts';
import type { OfRecord } from '../context/comments.ts';
import { entityOf, scopeOf } from '../context/context.ts';
import { forbidden } from '../context/forbidden.ts';
import type { Caller } from '../context/records.ts';
import { existingRecord, refuseVerb } from '../services/find-record.ts';
import type { RecordServices } from '../services/write-context.ts';
import { allSubscriptions, callName, subscriptionIn } from './subscription-rows.ts';
import { CALLS, callOf, SELECT_CALLS, type StoredCall } from './rows.ts';

const SIZE = 25;
const KNOWN: ReadonlySet<string> = new Set(['state', 'call', 'after', 'lng']);
/** What an operator has to do about calls, most first. */
const URGENT: readonly CallState[] = ['given_up', 'waiting'];
const COUNTS = sql`SELECT t."state", count(*) AS n FROM ${CALLS} t GROUP BY t."state"`;
const LIST = sql`${SELECT_CALLS} WHERE t."state" = ${argument(0)} AND (${argument(1)} = '' OR t."call" = ${argument(2)})
  AND (${argument(3)} = '' OR t."id" < ${argument(4)}) ORDER BY t."id" DESC LIMIT ${raw(String(SIZE + 1))}`;
/** Calls of the specification alone have their record for a queue: messages of subscriptions are those of their keys. */
const OF_RECORD = sql`${SELECT_CALLS} WHERE t."queue" = ${argument(0)} AND t."entity" = ${argument(1)} ORDER BY t."id" DESC LIMIT 100`;

/** The calls to other systems of one state, newest first, for operators. */
export async function listCalls(
  services: RecordServices,
  caller: Caller,
  params: URLSearchParams,
): Promise<Omit<CallsAnswer, 'findings' | 'silent'>> {
  const wrong = [...params.keys()].find((name) => !KNOWN.has(name));
  if (wrong !== undefined) throw badParameter(wrong);
  const named = params.get('state');
  const asked = CALL_STATES.find((one) => one === named);
  if (named !== null && asked === undefined) throw badParameter('state');
  return services.context.db.survey(caller.me.id, async (reader) => {
    const counted = new Map(
      (await reader.all(COUNTS, [])).map((row) => [String(row['state']), Number(row['n'])] as const),
    );
    const of = (one: CallState): number => counted.get(one) ?? 0;
    const state = asked ?? URGENT.find((one) => of(one) > 0) ?? 'made';
    const [call, after] = [params.get('call') ?? '', params.get('after') ?? ''];
    const rows = await reader.all(LIST, [state, call, call, after, after]);
    const page = rows.slice(0, SIZE).map(callOf);
    return {
      state,
      counts: { waiting: of('waiting'), given_up: of('given_up'), made: of('made') },
      items: await shownCalls(services, caller, reader, page),
      next: rows.length > SIZE ? (page.at(-1)?.id ?? null) : null,
    };
  });
}

function badParameter(name: string): Refusal {
  return new Refusal('bad_parameter', { params: { parameter: name.slice(0, 60) } });
}

/** Each with the title of its record and with what was sent, where this operator may read them. */
async function shownCalls(
  services: RecordServices,
  caller: Caller,
  reader: Reader,
  page: readonly StoredCall[],
): Promise<readonly LoggedCall[]> {
  const { entities } = services.context.model;
  const scope = scopeOf(services.context, caller);
  const resting = (await allSubscriptions(reader)).filter(({ pausedAt }) => pausedAt !== null);
  const paused = new Set(resting.map(({ id }) => callName(id)));
  const shown = new Map<string, { readonly title: string | undefined; readonly record: RecordValue | undefined }>();
  for (const [entity, group] of Map.groupBy(page, (one) => one.entity)) {
    if (!Object.hasOwn(entities, entity)) continue;
    const ids = [...new Set(group.map(({ record }) => record).filter((id) => id !== ''))];
    const titles = await services.views.of(caller.rights)(entity).titles(reader, entity, ids, scope);
    const loaded = await services.plans(entity).load.load(reader, ids, scope);
    for (const id of ids)
      shown.set(`${entity} ${id}`, { title: titles.get(id), record: loaded.get(id) as RecordValue | undefined }); // loaded with every system field
  }
  return page.map((call) => {
    const { title, record } = shown.get(`${call.entity} ${call.record}`) ?? {};
    const content = contentOf(services, caller, call, record);
    return logged(call, title, { content, isPaused: call.state === 'waiting' && paused.has(call.call) });
  });
}

function logged(
  call: StoredCall,
  title: string | undefined,
  { content, isPaused }: { readonly content: CallContent | null; readonly isPaused: boolean },
): LoggedCall {
  const { id, call: name, entity, record, state, at, tried, tries, next, status, took, failure } = call;
  const named: ReferenceValue | null =
    record === '' ? null : title === undefined ? { id: record } : { id: record, title };
  const subscriber = subscriptionIn(name) === null ? null : new URL(call.url).host;
  return {
    id,
    call: name,
    subscriber,
    entity,
    record: named,
    state,
    at,
    tried,
    tries,
    next: isPaused ? null : next,
    paused: isPaused,
    status,
    took,
    failure,
    content,
  };
}

/** Those parts of what was sent of which the reader may read all that they say; null where that is none, or not whether it is sent. */
function contentOf(
  services: RecordServices,
  caller: Caller,
  call: StoredCall,
  record: RecordValue | undefined,
): CallContent | null {
  const { entities } = services.context.model;
  const entity = Object.hasOwn(entities, call.entity) ? entities[call.entity] : undefined;
  if (!entity || (call.record !== '' && record === undefined)) return null;
  const seen = { ...scopeOf(services.context, caller), record: record ?? null };
  if (record !== undefined && allows(caller.rights, entity.id, 'read', seen) !== true) return null;
  const requests = requestsOf(entity, call.call);
  const mayRead = readerOfAll(services, caller, entity, record);
  if (!mayRead(requests.flatMap(({ when }) => when ?? []))) return null;
  const isOpen = (part: (request: OutRequest) => Expression | undefined): boolean => {
    const said = requests.flatMap((request) => part(request) ?? []);
    return said.length > 0 && mayRead(said);
  };
  const sent = call.body === null ? {} : (jsonIn(call.body) as Readonly<Record<string, Wire>>); // as `queueCall` writes it
  const members = Object.entries(sent).filter(([name]) => isOpen(({ body }) => body[name]));
  const headers = Object.entries(call.headers).filter(([name]) => isOpen((request) => request.headers[name]));
  const url = isOpen((request) => request.url) ? call.url : null;
  const shown = members.length + headers.length;
  const closed = url === null || shown < Object.keys(sent).length + Object.keys(call.headers).length;
  if (closed && shown === 0) return null;
  return {
    ...{ method: call.method, url, headers: Object.fromEntries(headers), closed },
    body: call.body === null || (members.length === 0 && closed) ? null : Object.fromEntries(members),
    answer: closed ? null : call.answer,
  };
}

/** Whether a reader may read all that expressions over a record read: every field itself, and of other records only what is open to them in every one. */
function readerOfAll(
  services: RecordServices,
  { rights, me }: Caller,
  entity: Entity,
  record: RecordValue | undefined,
): (read: readonly Expression[]) => boolean {
  const { model } = services.context;
  const scope = { ...scopeOf(services.context, null), user: me.record, record: record ?? null };
  const mayRead = readerOf(entity, scope, rights);
  const readsAll = (field: string): boolean => {
    const target = entity.fields[field];
    const to = target !== undefined && 'to' in target ? target.to : null;
    return typeof to === 'string' && rights.grants(to).some(({ verbs }) => verbs.read === true);
  };
  return (read) =>
    read.every((expression) => isReadable(expression, model, rights)) &&
    read
      .flatMap(({ reads }) => reads)
      .filter((path) => path.startsWith('record.'))
      .every((path) => {
        const [, field = '', ...further] = stepsOf(path);
        return mayRead(field) && (further.length === 0 || readsAll(field));
      });
}

/** What the effects of an entity that make a call send; none where nothing makes it any more. */
function requestsOf(entity: Entity, call: string): readonly OutRequest[] {
  return effectsOf(entity).flatMap((effect) => {
    const { calls } = reachOf(effect);
    return calls?.id === call ? [calls.request] : [];
  });
}

/** See `OutCalls.sent`. A call is among them only where the reader may read some of it: that it was made says what its condition reads. */
export async function sentCalls(
  services: RecordServices,
  caller: Caller,
  { entity: id, idOrKey }: OfRecord,
): Promise<readonly LoggedCall[]> {
  const { context, plans } = services;
  const entity = entityOf(context, id);
  if (!entity.history || !canEver(caller.rights, id, 'history')) throw forbidden(id, 'history');
  const reader = context.db.read;
  const finder = { tx: reader, entity, plan: plans(id), rights: caller.rights, scope: scopeOf(context, caller) };
  const record = await existingRecord(finder, idOrKey);
  refuseVerb(finder, 'history', record);
  const rows = (await reader.all(OF_RECORD, [record.id, id])).map(callOf);
  return (await shownCalls(services, caller, reader, rows)).filter(({ content }) => content !== null);
}
