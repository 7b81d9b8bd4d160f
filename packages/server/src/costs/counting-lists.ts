import { type ListScreen, type Model, rightsFor } from '@ninefold/model';
import type { Caller } from '../records/context/records.ts';
import { createRecords } from '../records/create-records.ts';
import type { Database, Reader } from '../storage/database/database.ts';
import { textOf } from '../storage/sql/sql.ts';
import type { BlockVisits, VisitCounting } from './count-visits.ts';

/** What finding something visits. */
export interface Visits {
  /** Indexes that lead to the rows; none where the table is read from its beginning. */
  readonly indexes: readonly string[];
  /** Entries of these indexes, and of the one that leads to the rows that are shown. */
  readonly entries: number;
  /** Rows of the table. */
  readonly rows: number;
}

/** What the first page of a list and its total visit. */
export interface ListVisits {
  /** How many rows the list has, as far as its total says. */
  readonly found: number;
  readonly foundIs: 'exact' | 'at_least';
  readonly page: Visits;
  readonly total: Visits;
}

/** The server's own lists, which say what they visit instead of what they found. */
export interface CountingLists {
  caller(id: string): Promise<Caller>;
  /** What the first page of a list screen visits, asked for as the screen does. */
  first(caller: Caller, screen: ListScreen): Promise<ListVisits>;
}

/** A database whose lists are counted. */
export interface Counted {
  readonly db: Database;
  readonly counting: VisitCounting;
  /** For how many rows of an entity each of its rows stands: 1 where all are there. */
  scale(entity: string): number;
}

/** Lists of one database at one moment. Counts are those of the rows that its rows stand for, and so is what the lists go by. */
export function countingLists({ db, counting, scale }: Counted, model: Model, now: string): CountingLists {
  let noted: { page: Visits; total: Visits } = { page: NONE, total: NONE };
  let entity = '';
  const reader: Reader = {
    dialect: counting.dialect,
    all: async (statement, values) => {
      const text = textOf(statement);
      const blocks = (await counting.visits(text, values)).map((block) => scaled(block, scale(entity)));
      if (blocks.length === 0) return counting.all(text, values);
      if (blocks.every(({ counts }) => counts)) {
        noted = { ...noted, total: sum([noted.total, ...blocks]) };
        return [{ n: Math.round(foundIn(blocks)) }];
      }
      const rows = await counting.all(text, values);
      const shown = Math.min(foundIn(blocks), pageLimit(text));
      noted = { ...noted, page: sum([noted.page, ...blocks, { indexes: [], entries: shown, rows: shown }]) };
      return rows;
    },
  };
  const records = createRecords({ ...db, survey: (_caller, work) => work(reader) }, model, () => now);
  return {
    caller: async (id) => {
      const me = await records.me(id);
      if (me === null) throw new Error(`nobody is ${id}`);
      return { me, rights: rightsFor(model, me.roles), via: 'call', usersWith: await records.usersWith() };
    },
    first: async (caller, screen) => {
      noted = { page: NONE, total: NONE };
      entity = screen.entity;
      const query = new URLSearchParams({ screen: screen.id, sort: screen.sort.join(',') });
      const { total, total_is } = await records.list(caller, screen.entity, query);
      return { found: total ?? 0, foundIs: total_is ?? 'exact', ...noted };
    },
  };
}

const NONE: Visits = { indexes: [], entries: 0, rows: 0 };

/** What a part visits in all the rows. It ends early where it does so among these rows, or would among all of them. */
function scaled(block: BlockVisits, scale: number): BlockVisits {
  const { stops, found } = block;
  const full = stops !== null && found >= stops ? 1 : scale;
  const early = stops !== null && found > 0 ? stops / found : full;
  const factor = Math.min(full, Math.max(1, early));
  const all = stops === null ? found * scale : Math.min(found * scale, stops);
  return { ...block, entries: block.entries * factor, rows: block.rows * factor, found: all };
}

function foundIn(blocks: readonly BlockVisits[]): number {
  return blocks.reduce((sum, { found }) => sum + found, 0);
}

function sum(parts: readonly Visits[]): Visits {
  return {
    indexes: [...new Set(parts.flatMap(({ indexes }) => indexes))],
    entries: Math.round(parts.reduce((sum, { entries }) => sum + entries, 0)),
    rows: Math.round(parts.reduce((sum, { rows }) => sum + rows, 0)),
  };
}

/** How many rows a page shows, at most. */
function pageLimit(text: string): number {
  return Number(/ LIMIT (\d+)/.exec(text)?.[1] ?? 0);
}
