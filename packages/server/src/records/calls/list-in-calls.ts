import {
  IN_CALL_STATES,
  type InCallsAnswer,
  type InCallState,
  type LoggedInCall,
  type ReferenceValue,
} from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Reader } from '../../storage/database/database.ts';
import { argument, raw, sql } from '../../storage/sql/sql.ts';
import { scopeOf } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import type { RecordServices } from '../services/write-context.ts';
import { IN_CALLS, inCallOf, SELECT_IN_CALLS, type StoredInCall } from './in-call-rows.ts';

const SIZE = 25;
const KNOWN: ReadonlySet<string> = new Set(['state', 'call', 'after', 'lng']);
const COUNTS = sql`SELECT t."state", count(*) AS n FROM ${IN_CALLS} t GROUP BY t."state"`;
const LIST = sql`${SELECT_IN_CALLS} WHERE t."state" = ${argument(0)} AND (${argument(1)} = '' OR t."call" = ${argument(2)})
  AND (${argument(3)} = '' OR t."position" < ${argument(4)}) ORDER BY t."position" DESC LIMIT ${raw(String(SIZE + 1))}`;

/** The incoming calls of one state, newest first, for operators. */
export async function listInCalls(
  services: RecordServices,
  caller: Caller,
  params: URLSearchParams,
): Promise<InCallsAnswer> {
  const wrong = [...params.keys()].find((name) => !KNOWN.has(name));
  if (wrong !== undefined) throw badParameter(wrong);
  const named = params.get('state');
  const asked = IN_CALL_STATES.find((one) => one === named);
  if (named !== null && asked === undefined) throw badParameter('state');
  return services.context.db.survey(caller.me.id, async (reader) => {
    const counted = new Map(
      (await reader.all(COUNTS, [])).map((row) => [String(row['state']), Number(row['n'])] as const),
    );
    const of = (one: InCallState): number => counted.get(one) ?? 0;
    const state = asked ?? (of('refused') > 0 || of('done') === 0 ? 'refused' : 'done');
    const [call, after] = [params.get('call') ?? '', params.get('after') ?? ''];
    const rows = (await reader.all(LIST, [state, call, call, after, after])).map(inCallOf);
    const page = rows.slice(0, SIZE);
    const titles = await titlesOf(services, caller, reader, page);
    return {
      state,
      counts: { refused: of('refused'), done: of('done') },
      items: page.map((row) => logged(row, titles)),
      next: rows.length > SIZE ? (page.at(-1)?.position ?? null) : null,
    };
  });
}

function badParameter(name: string): Refusal {
  return new Refusal('bad_parameter', { params: { parameter: name.slice(0, 60) } });
}

/** The titles of the records that this operator may read, by entity and id. */
async function titlesOf(
  { context, views }: RecordServices,
  caller: Caller,
  reader: Reader,
  page: readonly StoredInCall[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [entity, group] of Map.groupBy(page, (row) => row.entity)) {
    if (!Object.hasOwn(context.model.entities, entity)) continue;
    const ids = [...new Set(group.flatMap(({ record }) => record ?? []))];
    const titles = await views.of(caller.rights)(entity).titles(reader, entity, ids, scopeOf(context, caller));
    for (const [id, title] of titles) found.set(`${entity} ${id}`, title);
  }
  return found;
}

function logged(row: StoredInCall, titles: ReadonlyMap<string, string>): LoggedInCall {
  const { position, call, state, at, times, last, entity, record, refusal } = row;
  const title = titles.get(`${entity} ${record ?? ''}`);
  const named: ReferenceValue | null =
    record === null ? null : { id: record, ...(title === undefined ? {} : { title }) };
  const { code = null, problems = [] } = refusal ?? {};
  return { id: position, call, state, at, times, last, entity, record: named, code, problems };
}
