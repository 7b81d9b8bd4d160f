import {
  CALL_STATES,
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
  type RecordValue,
  type ReferenceValue,
} from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Reader } from '../../storage/database/database.ts';
import { argument, raw, sql } from '../../storage/sql/sql.ts';
import { scopeOf } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
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

/** The calls to other systems of one state, newest first, for operators. */
export async function listCalls(
  services: RecordServices,
  caller: Caller,
  params: URLSearchParams,
): Promise<Omit<CallsAnswer, 'findings' | 'silent'>> {
  const wrong = [...params.keys()].find((name) => !KNOWN.has(name));
  if (wrong !== undefined) throw badParameter(wrong, '');
  const named = params.get('state');
  const asked = CALL_STATES.find((one) => one === named);
  if (named !== null && asked === undefined) throw badParameter('state', named);
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

function badParameter(name: string, value: string): Refusal {
  return new Refusal('bad_parameter', { params: { name: name.slice(0, 60), value: value.slice(0, 60) } });
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
    const isShown = maySee(services, caller, call, record);
    return logged(call, title, { isShown, isPaused: call.state === 'waiting' && paused.has(call.call) });
  });
}

function logged(
  call: StoredCall,
  title: string | undefined,
  { isShown, isPaused }: { readonly isShown: boolean; readonly isPaused: boolean },
): LoggedCall {
  const { id, call: name, entity, record, state, at, tried, tries, next, status, took, failure } = call;
  const named: ReferenceValue | null =
    record === '' ? null : title === undefined ? { id: record } : { id: record, title };
  const content: CallContent | null = isShown
    ? {
        ...{ method: call.method, url: call.url, headers: call.headers, answer: call.answer },
        body: call.body === null ? null : (jsonIn(call.body) ?? null),
      }
    : null;
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

/** Whether a reader may read all that the call of a record sends: every field itself, and of other records only what is open to them in every one. */
function maySee(
  services: RecordServices,
  { rights, me }: Caller,
  { entity: id, call, record: of }: StoredCall,
  record: RecordValue | undefined,
): boolean {
  const { model } = services.context;
  const entity = Object.hasOwn(model.entities, id) ? model.entities[id] : undefined;
  if (!entity || (of !== '' && record === undefined)) return false;
  const read = readsOf(entity, call);
  if (read === null || !read.every((expression) => isReadable(expression, model, rights))) return false;
  const paths = read.flatMap(({ reads }) => reads).filter((path) => path.startsWith('record.'));
  if (paths.length === 0) return true;
  const mayRead = readerOf(
    entity,
    { ...scopeOf(services.context, null), user: me.record, record: record ?? null },
    rights,
  );
  return paths.every((path) => {
    const [, field = '', ...further] = stepsOf(path);
    return mayRead(field) && (further.length === 0 || readsAll(entity, field));
  });
  function readsAll(holder: Entity, field: string): boolean {
    const target = holder.fields[field];
    const to = target !== undefined && 'to' in target ? target.to : null;
    return typeof to === 'string' && rights.grants(to).some(({ verbs }) => verbs.read === true);
  }
}

/** What the effects of an entity that make a call send; null where none makes it any more. */
function readsOf(entity: Entity, call: string): readonly Expression[] | null {
  const made = effectsOf(entity).flatMap((effect) => {
    const { calls } = reachOf(effect);
    return calls?.id === call ? [calls.request] : [];
  });
  if (made.length === 0) return null;
  return made.flatMap(({ url, when, body, headers }) => [
    url,
    ...(when === null ? [] : [when]),
    ...Object.values(body),
    ...Object.values(headers),
  ]);
}
