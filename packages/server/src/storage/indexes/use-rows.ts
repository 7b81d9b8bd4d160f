import type { Reader, Writer } from '../database/database.ts';
import type { Source } from '../sql/source.ts';
import { LIST_USE_TABLE } from '../schema/use-tables.ts';

/** Calls, and the ms that they took together. */
export interface Calls {
  readonly calls: number;
  readonly ms: number;
}

/** How a shape of lists is used. A call counts for half after a week. */
export interface ListUse {
  readonly shape: string;
  readonly entity: string;
  /** While no index that follows use answered it. */
  readonly plain: Calls;
  /** Since one does. */
  readonly served: Calls;
  /** RFC 3339 UTC. */
  readonly at: string;
}

const HALF_LIFE_MS = 7 * 24 * 3_600_000;
const READ = 'SELECT "shape", "entity", "figures" FROM "_list_use"';
const WRITE = `INSERT INTO "_list_use" ("shape", "entity", "figures") VALUES (?, ?, ?)
  ON CONFLICT ("shape") DO UPDATE SET "figures" = excluded."figures"`;

type Figures = readonly [plainCalls: number, plainMs: number, servedCalls: number, servedMs: number, at: string];

/** The use of all shapes as it counts at `now`; none where the database is of a version without it. */
export async function readListUse(reader: Pick<Reader, 'dialect'> & Source, now: string): Promise<readonly ListUse[]> {
  const columns = await reader.dialect.schema.columns(reader, LIST_USE_TABLE.name);
  if (columns.length === 0) return [];
  return (await reader.all(READ, [])).map((row) => {
    const figures = JSON.parse(String(row['figures'])) as Figures; // written by `writeListUse`
    const [plainCalls, plainMs, servedCalls, servedMs, at] = figures;
    const use = {
      ...{ shape: String(row['shape']), entity: String(row['entity']), at },
      plain: { calls: plainCalls, ms: plainMs },
      served: { calls: servedCalls, ms: servedMs },
    };
    return faded(use, now);
  });
}

export async function writeListUse(tx: Writer, { shape, entity, plain, served, at }: ListUse): Promise<void> {
  const figures: Figures = [plain.calls, plain.ms, served.calls, served.ms, at];
  await tx.run(WRITE, [shape, entity, JSON.stringify(figures)]);
}

export async function removeListUse(tx: Writer, shape: string): Promise<void> {
  await tx.run('DELETE FROM "_list_use" WHERE "shape" = ?', [shape]);
}

/** The same use as it counts at a later moment. */
function faded(use: ListUse, now: string): ListUse {
  const share = 0.5 ** (Math.max(0, Date.parse(now) - Date.parse(use.at)) / HALF_LIFE_MS);
  return { ...use, plain: times(use.plain, share), served: times(use.served, share), at: now };
}

function times({ calls, ms }: Calls, share: number): Calls {
  return { calls: calls * share, ms: ms * share };
}

export function added(one: Calls, other: Calls): Calls {
  return { calls: one.calls + other.calls, ms: one.ms + other.ms };
}

/** ms of one call; null where there was none. */
export function msOfCall({ calls, ms }: Calls): number | null {
  return calls > 0 ? ms / calls : null;
}
