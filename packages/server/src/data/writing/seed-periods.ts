import { idOf, type Problem, type RecordValue, type Scope } from '@ninefold/model';
import type { Written } from '../../records/writing/judging/constraints.ts';
import { overlapProblems } from '../../records/writing/judging/overlaps.ts';
import { titleText } from '../../records/views/titles.ts';
import { sql, table, value as valueSql, valuesOf } from '../../storage/sql/sql.ts';

/** The periods of a record of a data file that meet those of others, which are named: whoever writes data files may read all. */
export async function periodProblems(written: Written, scope: Scope): Promise<readonly Problem[]> {
  if (written.entity.noOverlaps.length === 0) return [];
  const problems: Problem[] = [];
  for (const problem of await overlapProblems(written, scope)) {
    const { with: met, ...params } = problem.params;
    const id = idOf(met);
    problems.push(
      id === null ? problem : { ...problem, params: { ...params, with: await titleOf(written, id, scope) } },
    );
  }
  return problems;
}

async function titleOf({ context, entity, tx }: Written, id: RecordValue['id'], scope: Scope): Promise<string> {
  const title = titleText(context, entity, 't', null);
  const statement = sql`SELECT ${title} AS title FROM ${table(entity.id)} t WHERE t."id" = ${valueSql(id)}`;
  const [row] = await tx.all(statement, valuesOf(statement, scope));
  return String(row?.['title'] ?? id);
}
