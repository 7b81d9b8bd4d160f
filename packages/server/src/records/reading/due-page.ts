import { timedEntities, type CountedRecords, type DueAnswer, type ListedTimer } from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import type { Row } from '../../storage/sql/sql-value.ts';
import { scopeOf, type Context } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import type { View } from '../views/view.ts';
import type { Views } from '../views/views.ts';
import { comingRows, compareKeys, keyOf, timersOfEntity, type Asked, type DueKey } from './due-rows.ts';
import { pageSize } from './lists/list.ts';
import { badParameter, MAX_SIZE, numberOf, textOf } from './lists/list-params.ts';
import { shownReasons } from './shown-reasons.ts';
import { timerOf } from './timers.ts';

const KNOWN: ReadonlySet<string> = new Set(['entity', 'size', 'after', 'lng']);

/**
 * `GET /_/due`: what will happen by itself to the records that the caller may read, soonest first, a page of it. `entity`: to those of
 * one entity alone. Timers of which the page of their record tells nothing are not told of here.
 */
export async function duePage(
  context: Context,
  views: Views,
  caller: Caller,
  search: URLSearchParams,
): Promise<DueAnswer> {
  for (const name of search.keys()) if (!KNOWN.has(name)) throw badParameter(name);
  const size = numberOf(search, 'size', pageSize(context), MAX_SIZE);
  const scope = scopeOf(context, caller);
  const after = afterOf(textOf(search, 'after'));
  const asked = viewsAsked(context, views, caller, textOf(search, 'entity'));
  return context.db.survey(caller.me.id, async (reader) => {
    const found: Row[] = [];
    const counts = new Map<Row, CountedRecords | null>();
    for (const view of asked) {
      const one: Asked = { context, reader, view, scope, after, size: size + 1 };
      found.push(...(await timersOfEntity(one)));
      for (const { row, records } of await comingRows(one)) {
        found.push(row);
        counts.set(row, records);
      }
    }
    const rows = found.toSorted((one, other) => compareKeys(keyOf(one), keyOf(other)));
    const page = rows.slice(0, size);
    const last = rows.length > size ? page.at(-1) : undefined;
    const items = await answered(context, views, { caller, reader, rows: page });
    return {
      items: items.map((item, at) => ({ ...item, records: counts.get(page[at] ?? {}) ?? null })),
      next: last === undefined ? null : Buffer.from(JSON.stringify(keyOf(last))).toString('base64url'),
    };
  });
}

function viewsAsked({ model }: Context, views: Views, { rights }: Caller, asked: string | null): readonly View[] {
  if (asked !== null) return [views.view(rights, asked)];
  return timedEntities(model, rights).map(({ id }) => views.of(rights)(id));
}

/** The last entry of the page before; null for the first page. */
function afterOf(written: string | null): DueKey | null {
  if (written === null) return null;
  const [next, transition, record, ...more] = textsIn(Buffer.from(written, 'base64url').toString());
  if (next === undefined || transition === undefined || record === undefined || more.length > 0)
    throw badParameter('after');
  return [next, transition, record];
}

function textsIn(json: string): readonly string[] {
  try {
    const found: unknown = JSON.parse(json);
    return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

async function answered(
  context: Context,
  views: Views,
  { caller, reader, rows }: { readonly caller: Caller; readonly reader: Reader; readonly rows: readonly Row[] },
): Promise<readonly ListedTimer[]> {
  const scope = scopeOf(context, caller);
  const { rights } = caller;
  const titles = new Map<string, ReadonlyMap<string, string>>();
  for (const [entity, group] of Map.groupBy(rows, (row) => String(row['entity']))) {
    const ids = group.map((row) => String(row['record']));
    titles.set(entity, await views.of(rights)(entity).titles(reader, entity, ids, scope));
  }
  const reasons = await shownReasons(context, { reader, rights, scope, rows });
  return rows.map((row) => {
    const [entity, id] = [String(row['entity']), String(row['record'])];
    const title = titles.get(entity)?.get(id);
    const record = id === entity ? null : title === undefined ? { id } : { id, title };
    return { ...timerOf(row), entity, record, reason: reasons.get(row) ?? null };
  });
}
