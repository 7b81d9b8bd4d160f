import { isReadable, type Entity, type Rights, type Scope, type StuckReason } from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import { all, FALSE, raw, sql, table, value, valuesOf } from '../../storage/sql/sql.ts';
import type { Row } from '../../storage/sql/sql-value.ts';
import type { Context } from '../context/context.ts';
import { rowsShowing } from '../views/field-access.ts';
import { ownFields } from './lists/shown-timers.ts';

interface Looking {
  readonly reader: Reader;
  readonly rights: Rights;
  readonly scope: Scope;
  /** Rows of `_timer` that the reader may be told of. */
  readonly rows: readonly Row[];
}

/**
 * What refuses timers, by their rows, as far as the reader may know it: problems with fields that they may read, and with rules of
 * which they may read all that decides. Rows of which nothing is left are missing.
 */
export async function shownReasons(context: Context, looking: Looking): Promise<ReadonlyMap<Row, StuckReason>> {
  const shows = showing(context, looking);
  const found = new Map<Row, StuckReason>();
  for (const row of looking.rows) {
    const reason = reasonIn(row);
    const entity = context.model.entities[String(row['entity'])];
    if (reason === null || entity === undefined) continue;
    const problems: StuckReason['problems'][number][] = [];
    for (const problem of reason.problems) {
      const fields = fieldsTold(context, entity, looking.rights, problem);
      if (fields !== null && (await shows(entity, fields, String(row['record'])))) problems.push(problem);
    }
    if (problems.length > 0 || reason.problems.length === 0) found.set(row, { ...reason, problems });
  }
  return found;
}

/** What refused a timer when it was tried last. */
export function reasonIn(row: Row): StuckReason | null {
  return typeof row['stuck'] === 'string' ? (JSON.parse(row['stuck']) as StuckReason) : null; // written by `fireTimer`
}

/** The fields that somebody has to read to be told of a problem; null: they may not be told. */
function fieldsTold(
  { model }: Context,
  entity: Entity,
  rights: Rights,
  { path, code }: StuckReason['problems'][number],
): readonly string[] | null {
  const [field = ''] = path.split(/[.[]/);
  if (field !== '' && !Object.hasOwn(entity.fields, field)) return null;
  const rules = Object.values(model.entities).flatMap((one) => one.rules.filter(({ error }) => error === code));
  const read = rules.flatMap(({ when, check }) => (when === null ? [check] : [when, check]));
  const fields = read.map((one) => (isReadable(one, model, rights) ? ownFields(one) : null));
  if (fields.includes(null) || !rules.every((rule) => entity.rules.includes(rule))) return null;
  return [...new Set([...(field === '' ? [] : [field]), ...fields.flatMap((names) => names ?? [])])].toSorted();
}

/** Whether the reader may read fields of a record: asked once for all records of the page. */
function showing(
  context: Context,
  { reader, rights, scope, rows }: Looking,
): (entity: Entity, fields: readonly string[], record: string) => Promise<boolean> {
  const known = new Map<string, Promise<ReadonlySet<string>>>();
  const ask = async (entity: Entity, fields: readonly string[]): Promise<ReadonlySet<string>> => {
    const shown = rowsShowing(context, entity, { rights, fields, alias: 't' });
    const ids = rows.filter((row) => row['entity'] === entity.id).map((row) => String(row['record']));
    if (shown === FALSE) return new Set();
    const listed = raw(context.dialect.items('found'), value(context.dialect.list(ids)));
    const statement = sql`SELECT t."id" FROM ${table(entity.id)} t
      WHERE ${all([sql`t."id" IN (SELECT "value" FROM ${listed})`, shown])}`;
    return new Set((await reader.all(statement, valuesOf(statement, scope))).map(({ id }) => String(id)));
  };
  return async (entity, fields, record) => {
    if (fields.length === 0) return true;
    const key = `${entity.id} ${fields.join(' ')}`;
    const found = known.get(key) ?? ask(entity, fields);
    known.set(key, found);
    return (await found).has(record);
  };
}
