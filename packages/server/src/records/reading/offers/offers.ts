import {
  canEver,
  isMap,
  memoizedWeakly,
  type Entity,
  type OffersAnswer,
  referringRights,
  type ReferenceValue,
  type Rights,
  type Scope,
} from '@ninefold/model';
import type { Reader } from '../../../storage/database/database.ts';
import { all, raw, sql, table, TRUE, value, valuesOf, type Sql } from '../../../storage/sql/sql.ts';
import { forbidden } from '../../context/forbidden.ts';
import { scopeOf, type Context } from '../../context/context.ts';
import type { Caller } from '../../context/records.ts';
import { answerRows } from '../../views/answer.ts';
import { titleNames } from '../../views/titles.ts';
import type { View } from '../../views/view.ts';
import type { Views } from '../../views/views.ts';
import { listFilter } from '../lists/list-filter.ts';
import {
  badParameter,
  type Filter,
  listOf,
  type ListParams,
  MAX_SIZE,
  numberOf,
  textOf,
} from '../lists/list-params.ts';
import { sortKeys } from '../lists/list-sort.ts';
import { pageAndTotal } from '../lists/page.ts';
import { askedField } from './asked-field.ts';
import { type Entered, NOTHING_ENTERED, offeredRows } from './offered-rows.ts';

interface Asked {
  readonly caller: Caller;
  /** What is picked for: `user`, `ticket.assignee`, `order.lines.part`, `ticket.solve.input.helper`. */
  readonly path: string;
  readonly search: URLSearchParams;
}

/**
 * `GET /api/_offers/<path>`: the records that a person may pick for a reference. Of a record that they may refer to and not read they
 * get the id, the title, and the fields that the title shows them; `search` looks into nothing else of it.
 */
export async function offeredRecords(context: Context, views: Views, asked: Asked): Promise<OffersAnswer> {
  try {
    return await offersOf(context, views, asked);
  } catch (reason) {
    if (context.dialect.violation(reason)?.kind === 'value') throw badParameter('entered');
    throw reason;
  }
}

async function offersOf(context: Context, views: Views, { caller, path, search }: Asked): Promise<OffersAnswer> {
  const asked = askedField(context.model, caller.rights, path);
  const { target } = asked;
  const [mayRead, mayRefer] = (['read', 'refer'] as const).map((verb) => canEver(caller.rights, target.id, verb));
  if (mayRead !== true && mayRefer !== true) throw forbidden(target.id, 'refer');
  const view = views.of(mayRefer === true ? referring(caller.rights)(target) : caller.rights)(target.id);
  const { entered, isUnjudged, ...params } = { ...readParams(search), language: caller.language };
  const scope = { ...scopeOf(context, caller), ...entered };
  const taken = isUnjudged ? TRUE : offeredRows(context, asked, entered);
  if (entered !== NOTHING_ENTERED) checkEntered(taken, scope);
  const keys = sortKeys(context, view, params);
  return context.db.survey(caller.me.id, async (reader) => {
    const filter = await listFilter(context, views, { view, params, named: [], scope, reader });
    const { page, counting } = filter;
    const narrowed = {
      ...{ ...filter, ...all([filter, taken]), page: all([page, taken]), parts: null },
      counting: { from: counting.from, where: all([counting.where, taken]) },
    };
    const [rows, { savedMs: _, ...total }] = await pageAndTotal(reader, view, {
      listFilter: narrowed,
      keys,
      params,
      scope,
    });
    const offered = await answerRows(view, reader, rows.slice(0, params.size), scope);
    if (mayRefer !== true) return { entity: target.id, items: offered, ...total };
    const ids = offered.map(({ id }) => id);
    const whole = mayRead === true ? await readable(reader, views.of(caller.rights)(target.id), { ids, scope }) : NONE;
    return { entity: target.id, items: offered.map((one) => whole.get(one.id) ?? named(target, one)), ...total };
  });
}

/** How a set of roles sees what it may refer to; planned once. */
const referring = memoizedWeakly((rights: Rights) =>
  memoizedWeakly((entity: Entity) => referringRights(rights, entity, titleNames(entity))),
);

const NONE: ReadonlyMap<string, ReferenceValue> = new Map();

/** Those of these records that may be read, by id. */
async function readable(
  reader: Reader,
  view: View,
  { ids, scope }: { readonly ids: readonly string[]; readonly scope: Scope },
): Promise<ReadonlyMap<string, ReferenceValue>> {
  const listed = raw(reader.dialect.items('offered'), value(reader.dialect.list(ids)));
  const rows = all([sql`t."id" IN (SELECT "value" FROM ${listed})`, view.rows]);
  const statement = sql`SELECT ${view.columns} FROM ${table(view.entity.id)} t WHERE ${rows}`;
  const found = await reader.all(statement, valuesOf(statement, scope));
  return new Map((await answerRows(view, reader, found, scope)).map((record) => [record.id, record]));
}

/** A record by its name: what its title shows, and nothing that only readers of the record know. */
function named(entity: Entity, record: ReferenceValue): ReferenceValue {
  const { id, title } = record;
  const shown = titleNames(entity).filter((name) => Object.hasOwn(entity.fields, name) && record[name] !== undefined);
  return {
    id,
    ...(title !== undefined && { title }),
    ...Object.fromEntries(shown.map((name) => [name, record[name]])),
  };
}

const KNOWN: ReadonlySet<string> = new Set(['search', 'ids', 'chosen', 'all', 'size', 'page', 'entered', 'lng']);
const MOST_ENTERED = 20_000;

/** What an offer was asked for. */
interface OfferParams extends ListParams {
  /** Whatever the condition says of them now: records that stand in the field already (`chosen`), or that a list is filtered by (`all=true`). */
  readonly isUnjudged: boolean;
  readonly entered: Entered;
}

function readParams(params: URLSearchParams): OfferParams {
  for (const name of params.keys()) if (!KNOWN.has(name) || params.getAll(name).length > 1) throw badParameter(name);
  const chosen = listOf(params, 'chosen');
  const ids = chosen ?? listOf(params, 'ids');
  const filters: readonly Filter[] = ids === null ? [] : [{ field: 'id', op: 'in', value: ids.join(',') }];
  return {
    ...{ where: null, screens: [], waiting: null, due: null, awaited: null, stuck: false, trash: false, filters },
    ...{ sort: [], select: null, expand: [], after: null, total: 'capped', facets: [], isInColumns: true },
    search: textOf(params, 'search'),
    size: numberOf(params, 'size', 20, MAX_SIZE),
    page: numberOf(params, 'page', 1, 10_000),
    isUnjudged: chosen !== null || params.get('all') === 'true',
    entered: enteredIn(textOf(params, 'entered')),
  };
}

/** `entered={"record":{"team":"…"}}`, with values as a write takes them. */
function enteredIn(text: string | null): Entered {
  if (text === null) return NOTHING_ENTERED;
  const sent = text.length > MOST_ENTERED ? null : parsed(text);
  if (!isMap(sent)) throw badParameter('entered');
  const { record = {}, line = {}, input = {}, ...others } = sent;
  if (Object.keys(others).length > 0 || ![record, line, input].every(isMap)) throw badParameter('entered');
  return { record, line, input } as Entered; // decoded from JSON
}

/** The condition finds no value of its type in what was entered: nobody has typed it in a form. */
function checkEntered(taken: Sql, scope: Scope): void {
  try {
    valuesOf(taken, scope);
  } catch {
    throw badParameter('entered');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
