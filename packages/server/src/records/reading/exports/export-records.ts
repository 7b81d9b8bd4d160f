import { setImmediate } from 'node:timers/promises';
import { canEver, pressesOf, transitionOfDid, type RecordValue, type Scope } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import type { Reader } from '../../../storage/database/database.ts';
import type { Row } from '../../../storage/sql/sql-value.ts';
import { all, sql, table, valuesOf, type Sql } from '../../../storage/sql/sql.ts';
import { forbidden } from '../../context/forbidden.ts';
import { scopeOf, type Context } from '../../context/context.ts';
import type { Caller, ExportOptions } from '../../context/records.ts';
import { answerRows } from '../../views/answer.ts';
import { granted, type Found } from '../../views/conditions.ts';
import { countSql } from '../../views/count-sql.ts';
import type { View } from '../../views/view.ts';
import type { Views } from '../../views/views.ts';
import { listFilter, withRefusedSql, type ListFilter } from '../lists/list-filter.ts';
import { readExportParams } from '../lists/list-params.ts';
import { encodeAfter, fieldOfSort, sortKeys, type SortKey } from '../lists/list-sort.ts';
import { keyedRows, pageKeys } from '../lists/page.ts';
import { checkSelected, selectedOnly } from '../lists/select.ts';
import { partlyExported, withExportedFields, type PartlyExported } from './exported-fields.ts';
import { nameReferences, type NameReferences } from './reference-names.ts';

/** So many rows are found at once: where no index has their order, all of them are sorted for that. */
const FOUND_AT_ONCE = 5000;
/** So many where rows are found by something else than their order, so that all of them are found each time. */
const FOUND_ELSE_AT_ONCE = 50_000;
/** So many are read by one survey. */
const AT_ONCE = 1000;
/** So many are made answers without a break, in which others have the processor. */
const TURN = 100;

/** What one survey of an export gives, and what it leaves to the next one. */
interface Step {
  readonly records: readonly RecordValue[];
  /** Sort keys of rows that are found and not read yet. */
  readonly found: readonly Row[];
  /** Where further rows begin; null behind the last. */
  readonly after: string | null;
}

/**
 * The records of a list that the caller may export, a page at a time, so that any number takes the same memory. Each page is
 * a survey of its own: what others change meanwhile may be in it, and others have their turns between two pages.
 */
export async function* exportRecords(
  context: Context,
  views: Views,
  {
    caller,
    entity,
    search,
    options,
  }: {
    readonly caller: Caller;
    readonly entity: string;
    readonly search: URLSearchParams;
    readonly options: ExportOptions;
  },
): AsyncGenerator<readonly RecordValue[], void> {
  const view = views.view(caller.rights, entity);
  if (!canEver(caller.rights, entity, 'export')) throw forbidden(entity, 'export');
  const params = { ...readExportParams(search), language: caller.language };
  checkSelected(view, params.select ?? []);
  const exporting: Exporting = {
    view,
    scope: scopeOf(context, caller),
    keys: sortKeys(context, view, params),
    select: params.select,
    partly: partlyExported(context, view.entity, caller.rights),
    name: options.named ? nameReferences(context, caller.rights, view.entity, scopeOf(context, caller)) : null,
  };
  const wayIn = async (reader: Reader): Promise<Way> => {
    const named = params.sort.map(fieldOfSort);
    const filter = await listFilter(context, views, { view, params, named, scope: exporting.scope, reader });
    return wayTo(filter, granted(context, caller.rights, { entity: view.entity, verbs: ['export'], alias: 't' }));
  };
  const begun = await withRefusedSql(() =>
    context.db.survey(caller.me.id, async (reader) => {
      const way = await wayIn(reader);
      await refuseMore(reader, exporting, way, options.most);
      return { way, step: await nextStep(reader, exporting, way, { found: [], after: null }) };
    }),
  );
  let { step } = begun;
  yield step.records;
  while (step.found.length > 0 || step.after !== null) {
    const from = step;
    step = await context.db.survey(caller.me.id, (reader) => nextStep(reader, exporting, begun.way, from));
    yield step.records;
  }
}

/** What the pages of one export share. */
interface Exporting {
  readonly view: View;
  readonly scope: Scope;
  readonly keys: readonly SortKey[];
  readonly select: readonly string[] | null;
  readonly partly: PartlyExported | null;
  readonly name: NameReferences | null;
}

/** How the rows of an export are found. */
interface Way {
  /** Where they are found; null: by all rows, in the order of the export. */
  readonly found: Found | null;
  /** What a row has to pass. */
  readonly filter: Sql;
}

/** Rows that an index finds are found by it, as those of a list: a walk in the order of the export could pass all others. */
function wayTo(filter: ListFilter, mayExport: Sql): Way {
  const found = filter.many ?? (filter.few ? filter.counting : null);
  if (found === null) return { found, filter: all([filter, mayExport]) };
  const where = all([found.where, mayExport]);
  return { found: { from: found.from, where }, filter: all([filter.page, mayExport]) };
}

async function nextStep(
  reader: Reader,
  exporting: Exporting,
  way: Way,
  from: Pick<Step, 'found' | 'after'>,
): Promise<Step> {
  const { found, after } = from.found.length > 0 ? from : await findMore(reader, exporting, way, from.after);
  const records = await recordsOf(reader, exporting, way.filter, found.slice(0, AT_ONCE));
  return { records, found: found.slice(AT_ONCE), after };
}

async function findMore(
  reader: Reader,
  { view, scope, keys }: Exporting,
  way: Way,
  after: string | null,
): Promise<Pick<Step, 'found' | 'after'>> {
  const size = way.found === null ? FOUND_AT_ONCE : FOUND_ELSE_AT_ONCE;
  const place = way.found === null ? {} : { from: way.found.from };
  const parts = [way.found?.where ?? way.filter];
  const rows = await pageKeys(reader, view, { ...place, parts, keys, params: { after, page: 1, size }, scope });
  const found = rows.slice(0, size);
  const last = rows.length > size ? found.at(-1) : undefined;
  return { found, after: last ? encodeAfter(keys, last) : null };
}

/** Found rows to which the filter still applies when they are read. */
async function recordsOf(
  reader: Reader,
  { view, scope, keys, select, partly, name }: Exporting,
  filter: Sql,
  found: readonly Row[],
): Promise<readonly RecordValue[]> {
  const rows = await keyedRows(reader, view, { keys, found, filter, scope });
  const records: RecordValue[] = [];
  for (let start = 0; start < rows.length; start += TURN) {
    const answers = await answerRows(view, reader, rows.slice(start, start + TURN), scope);
    const items = await withExportedFields(reader, partly, answers, scope);
    records.push(
      ...selectedOnly(
        items.map((item) => withoutHistory(view, item)),
        select,
      ),
    );
    await setImmediate();
  }
  return name === null ? records : name(reader, records);
}

async function refuseMore(
  reader: Reader,
  { view, scope }: Exporting,
  { found, filter }: Way,
  most: number | null,
): Promise<void> {
  if (most === null) return;
  const { from, where } = found ?? { from: sql`${table(view.entity.id)} t`, where: filter };
  const counted = countSql(sql`FROM ${from} WHERE ${where}`, most + 1);
  const statement = sql`SELECT ${counted} AS n`;
  const [row] = await reader.all(statement, valuesOf(statement, scope));
  if (Number(row?.['n'] ?? 0) > most) throw new Refusal('xlsx_too_large', { params: { max: most } });
}

/** Who fired a transition is history, which is not exported. */
function withoutHistory({ beside }: View, item: RecordValue): RecordValue {
  if (beside.length === 0) return item;
  const kept = Object.entries(item).filter(([name]) => transitionOfDid(name) === null && pressesOf(name) === null);
  return Object.fromEntries(kept) as RecordValue; // system fields stay
}
