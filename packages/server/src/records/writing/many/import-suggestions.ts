import { isLines, isReference, nearestName, type Entity, type Field } from '@ninefold/model';
import { all, raw, sql, table, valuesOf } from '../../../storage/sql/sql.ts';
import type { Writer } from '../../../storage/database/database.ts';
import { granted } from '../../views/conditions.ts';
import { titleText } from '../../views/titles.ts';
import { entityOf, scopeOf } from '../../context/context.ts';
import type { Caller } from '../../context/records.ts';
import type { ImportedProblem } from '../../context/import-source.ts';
import type { RecordServices } from '../../services/write-context.ts';

/** Of an entity with more records that its reader sees no name is suggested. */
const MOST_TITLES = 1000;

/** The problems, with the `nearest` title where a reference names no record. */
export type Suggest = (tx: Writer, problems: readonly ImportedProblem[]) => Promise<readonly ImportedProblem[]>;

/** Looks for names that were probably meant: each text once, and so many texts at most. Not among the records that are imported, of which more come with each row. */
export function suggesting(
  run: { readonly services: RecordServices; readonly caller: Caller; readonly entity: Entity },
  most: number,
): Suggest {
  const titles = new Map<string, readonly string[]>();
  const known = new Map<string, string | null>();
  const nearest = async (tx: Writer, to: string, written: string): Promise<string | null> => {
    const key = `${to} ${written}`;
    const found = known.get(key);
    if (found !== undefined || known.size >= most) return found ?? null;
    const names = titles.get(to) ?? (await titlesOf(run, tx, to));
    titles.set(to, names);
    const name = nearestName(written, names);
    known.set(key, name);
    return name;
  };
  return (tx, problems) =>
    Promise.all(
      problems.map(async (problem) => {
        const { value } = problem.params;
        const field = problem.code === 'no_such_record' ? fieldAt(run.entity, problem.path) : null;
        if (!isReference(field) || field.to === run.entity.id || typeof value !== 'string') return problem;
        const name = await nearest(tx, field.to, value);
        return name === null ? problem : { ...problem, params: { ...problem.params, nearest: name } };
      }),
    );
}

function fieldAt({ fields }: Entity, path: string): Field | null {
  const [first = '', inner] = path.replaceAll(/\[\d+\]/g, '').split('.');
  const field = fields[path] ?? fields[first] ?? null;
  return inner !== undefined && isLines(field) ? (field.fields[inner] ?? null) : field;
}

/** The titles that the caller sees; none where there are too many to look through. */
async function titlesOf(
  { services: { context }, caller }: { readonly services: RecordServices; readonly caller: Caller },
  tx: Writer,
  to: string,
): Promise<readonly string[]> {
  const target = entityOf(context, to);
  const seen = all([
    sql`t."trashed_at" IS NULL`,
    granted(context, caller.rights, { entity: target, verbs: ['read', 'refer'], alias: 't' }),
  ]);
  const title = titleText(context, target, 't', caller.rights);
  const statement = sql`SELECT ${title} AS title FROM ${table(to)} t WHERE ${seen} LIMIT ${raw(String(MOST_TITLES + 1))}`;
  const rows = await tx.all(statement, valuesOf(statement, scopeOf(context, caller)));
  return rows.length > MOST_TITLES ? [] : rows.flatMap(({ title: name }) => (typeof name === 'string' ? [name] : []));
}
