import { join } from 'node:path';
import { rolesWith } from '@ninefold/model';
import type { Application } from '@ninefold/spec';
import { countingLists, type ListVisits } from '../../packages/server/src/costs/counting-lists.ts';
import { listCosts, listViews, meanOf, type ListView } from '../../packages/server/src/costs/list-costs.ts';
import { openData } from '../../packages/server/src/start/open-data.ts';
import { sqliteCounting, type VisitCounting } from '../../packages/server/src/costs/count-visits.ts';
import type { Database } from '../../packages/server/src/storage/database/database.ts';
import { openPostgres } from '../../packages/server/src/storage/postgres/open.ts';
import { openConnection } from '../../packages/server/src/storage/sqlite/connections/connection.ts';
import { openSqlite } from '../../packages/server/src/storage/sqlite/open.ts';
import { applicationOf, placeOf, type AnyWork } from '../any/work.ts';
import { seededRandom } from '../../packages/server/src/costs/seeded-random.ts';
import { postgresStore, sqliteStore } from '../store.ts';
import { postgresCounting } from './postgres-counting.ts';

/** What was claimed and what was counted, of one figure of one list and role. */
export interface Compared extends ListView {
  readonly what: string;
  readonly claimed: number;
  readonly counted: number;
}

/** The rows are the same in every run. */
const ROW_SEED = 4711;
/** Rows are due in the year that begins here, and lists are asked for in the middle of it. */
const YEAR = '2026-01-01T00:00:00.000Z';
const NOW = '2026-07-01T12:00:00.000Z';
/** Figures below a page are as good as a page. */
const PAGE = 50;
/** So many of the people with a role look at each list. */
const CALLERS = 3;
const MOST_PEOPLE = 1500;

/** Fills the tables of a bench with so many rows, and compares what its lists visit with what was claimed before. */
export async function compareCosts(work: AnyWork, asked: Asked): Promise<readonly Compared[]> {
  const application = await applicationOf(work);
  const counted = await countVisits(application, work, asked);
  const claims = await listCosts({
    model: application.model,
    rows: counted.rows,
    seed: asked.seed,
    now: Date.parse(NOW),
  });
  return claims.flatMap((claim) => {
    const found = counted.visits.find((one) => one.screen === claim.screen && one.role === claim.role);
    return found === undefined ? [] : figuresOf(claim, found);
  });
}

/** What is asked of a comparison. The caller removes the folder. */
export interface Asked {
  readonly rows: number;
  readonly folder: string;
  /** Of the sample from which the claims come. */
  readonly seed: number;
  /** The address of an empty PostgreSQL; null for SQLite. */
  readonly postgres: string | null;
}

/** How many times the larger figure is the smaller one. */
export function factorOf({ claimed, counted }: Compared): number {
  const [one, other] = [Math.max(PAGE, claimed), Math.max(PAGE, counted)];
  return Math.max(one / other, other / one);
}

function figuresOf(claim: ListView & ListVisits, found: ListVisits): readonly Compared[] {
  const { screen, role } = claim;
  return (['page', 'total'] as const).flatMap((part) =>
    (['entries', 'rows'] as const).map((figure) => ({
      ...{ screen, role, what: `${part} ${figure}` },
      ...{ claimed: claim[part][figure], counted: found[part][figure] },
    })),
  );
}

interface CountedVisits {
  /** How many rows each entity has. */
  readonly rows: Readonly<Record<string, number>>;
  readonly visits: readonly (ListView & ListVisits)[];
}

/** Every list of a filled bench as somebody of each role sees it. */
async function countVisits(application: Application, work: AnyWork, asked: Asked): Promise<CountedVisits> {
  const { model } = application;
  const { db, counting, close } = await openFilled(application, work, asked);
  try {
    const lists = countingLists({ db, counting, scale: () => 1 }, model, NOW);
    const people = (await counting.all('SELECT "id" FROM "user" WHERE "active" ORDER BY "id"', [])).slice(
      0,
      MOST_PEOPLE,
    );
    const callers = await Promise.all(people.map(({ id }) => lists.caller(String(id))));
    const visits: (ListView & ListVisits)[] = [];
    for (const view of listViews(model)) {
      const own = rolesWith(model, [view.role]).join();
      const each: ListVisits[] = [];
      for (const caller of callers.filter(({ me }) => me.roles.join() === own).slice(0, CALLERS))
        each.push(await lists.first(caller, view.screen));
      if (each.length > 0) visits.push({ ...view, ...meanOf(each) });
    }
    const rows: Record<string, number> = {};
    for (const entity of Object.keys(model.entities)) {
      const [found] = await counting.all(`SELECT count(*) AS n FROM "${entity}"`, []);
      rows[entity] = Number(found?.['n']);
    }
    return { rows, visits };
  } finally {
    await close();
  }
}

interface Filled {
  readonly db: Database;
  readonly counting: VisitCounting;
  close(): Promise<void>;
}

/** The database of a bench, filled, with the statistics that a server keeps. */
async function openFilled(application: Application, work: AnyWork, { rows, folder, postgres }: Asked): Promise<Filled> {
  const place = { data: folder, database: postgres };
  const attached = { folder: placeOf(work), fileCheck: null };
  const adopting = { demo: true, now: NOW, acceptLoss: [], attached };
  await (await openData(place, application, adopting, () => undefined)).database.close();
  const file = join(folder, 'data.sqlite');
  const store = postgres === null ? sqliteStore(file) : await postgresStore(postgres);
  await work.fill(store, rows, { random: seededRandom(ROW_SEED), dueFrom: Date.parse(YEAR) });
  await store.finish();
  if (postgres !== null) {
    const db = await openPostgres(postgres, { log: () => undefined });
    return { db, counting: postgresCounting(db), close: () => db.close() };
  }
  const db = await openSqlite(file);
  await db.tidy();
  const connection = openConnection(file, { readOnly: true });
  const close = async (): Promise<void> => {
    connection.handle.close();
    await db.close();
  };
  return { db, counting: sqliteCounting(connection), close };
}
