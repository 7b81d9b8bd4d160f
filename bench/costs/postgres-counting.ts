import type { BlockVisits, VisitCounting } from '../../packages/server/src/costs/count-visits.ts';
import { type StatementBlock, statementBlocks } from '../../packages/server/src/costs/statement-blocks.ts';
import type { Database } from '../../packages/server/src/storage/database/database.ts';
import type { Row, SqlValue } from '../../packages/server/src/storage/sql/sql-value.ts';

/** A step of a plan, as `EXPLAIN (ANALYZE, FORMAT JSON)` tells it; rows are those of one loop. */
interface Step {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly Alias?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Heap Fetches'?: number;
  readonly Plans?: readonly Step[];
}

/** Counts in a PostgreSQL, which says itself what each step of a plan has visited. */
export function postgresCounting({ read, dialect }: Database): VisitCounting {
  const all = (text: string, values: readonly SqlValue[]): Promise<readonly Row[]> => read.all(text, values);
  return {
    ...{ dialect, all },
    visits: (text, values) =>
      Promise.all(
        statementBlocks(text).map((block) =>
          visitsOf(all, block, values.slice(block.first, block.first + block.count)),
        ),
      ),
  };
}

async function visitsOf(
  all: VisitCounting['all'],
  { text, limit }: StatementBlock,
  values: readonly SqlValue[],
): Promise<BlockVisits> {
  const [explained] = await all(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values);
  const told: unknown = explained?.['QUERY PLAN'];
  const [{ Plan }] = (typeof told === 'string' ? JSON.parse(told) : told) as [{ readonly Plan: Step }]; // in the form of EXPLAIN
  const steps = stepsOf(Plan);
  const indexed = steps.filter((step) => step['Node Type'].includes('Index'));
  const read = steps.filter(({ Alias }) => Alias === 't');
  const rows = await all(text, values);
  const isCount = text.startsWith('SELECT count(*)');
  return {
    indexes: [...new Set(indexed.flatMap((step) => step['Index Name'] ?? []))],
    entries: sum(indexed, visited),
    rows: sum(read, (step) => (step['Node Type'] === 'Index Only Scan' ? (step['Heap Fetches'] ?? 0) : visited(step))),
    found: isCount ? Number(Object.values(rows[0] ?? {})[0] ?? 0) : rows.length,
    counts: isCount || text.startsWith('SELECT 1 '),
    stops: limit,
  };
}

/** The steps that look for rows of the listed entity: those below `t`, and bitmaps of indexes, which have no alias. */
function stepsOf(step: Step): readonly Step[] {
  const below = (step.Plans ?? []).flatMap(stepsOf);
  const isOwn = step.Alias === 't' || step['Node Type'] === 'Bitmap Index Scan';
  return isOwn ? [step, ...below] : below;
}

function visited(step: Step): number {
  const each =
    step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0);
  return each * step['Actual Loops'];
}

function sum(steps: readonly Step[], figure: (step: Step) => number): number {
  return steps.reduce((total, step) => total + figure(step), 0);
}
