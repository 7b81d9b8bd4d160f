import {
  type Entity,
  type Field,
  isMap,
  isSecret,
  normalValue,
  sameValue,
  type Scope,
  type Wire,
} from '@ninefold/model';
import type { PlanContext } from '../../records/context/context.ts';
import { planWrite } from '../../records/services/write-plan.ts';
import { compact } from '../../records/writing/storing/write-history.ts';
import { stretchedHash } from '../../sealing/seal.ts';
import { quoted } from '../../storage/sql/names.ts';
import { BLANK, cellHash, type SeedRow } from '../../storage/schema/seed-rows.ts';
import type { DataConflict } from './data-conflict.ts';
import { shownRow } from './data-refused.ts';
import { resolved } from './directory.ts';
import { createdAt, type MatchedSeed, newIdOf, type Stored } from './match-seeds.ts';
import type { Seed } from './seeds.ts';

/**
 * What a row of a data file is beside what is stored. `conflict`: it changed in the file, and people changed the record.
 * `gone`: people deleted the record.
 */
export type RowVerdict = 'new' | 'unchanged' | 'changed' | 'conflict' | 'gone';

export interface JudgedSeed extends MatchedSeed {
  readonly verdict: RowVerdict;
  /** The columns that changed in the file since they were loaded. */
  readonly changed: ReadonlySet<string>;
  /** Where the verdict is `conflict`. */
  readonly conflict: DataConflict | null;
}

/** The past events of a record, as if they were a cell of its row. */
export const HISTORY = '.history';

/** The cells of a row as they are remembered. */
export function cellsOf({ seed, events }: Pick<MatchedSeed, 'seed' | 'events'>): SeedRow['cells'] {
  if (events.length === 0) return seed.cells;
  const written = events.map((event) => event.written).join('\n');
  const isOpen = !Object.values(seed.entity.fields).some(isSecret);
  return {
    ...seed.cells,
    [HISTORY]: isOpen ? cellHash(written) : stretchedHash(written, seed.label ?? seed.key ?? ''),
  };
}

/** What stored values are read with; null where the tables do not have the shape of the model yet. */
export type Values = { readonly context: PlanContext; readonly scope: Scope } | null;

/** Judges every row. Rows that are new get the id of their record, and the directory knows them from then on. */
export async function judgeSeeds(
  stored: Stored,
  matched: readonly MatchedSeed[],
  { values, now }: { readonly values: Values; readonly now: string },
): Promise<readonly JudgedSeed[]> {
  const rough = matched.map((one) => withId(judgedByFile(stored, one), now));
  for (const { seed, record, verdict } of rough)
    if (record !== null && verdict !== 'gone') stored.directory.add(seed, record);
  const open = Map.groupBy(
    rough.filter(({ verdict }) => verdict === 'changed'),
    ({ seed }) => seed.entity.id,
  );
  const differences = new Map<JudgedSeed, readonly Column[]>();
  for (const seeds of open.values()) {
    const [first] = seeds;
    const touched = first ? await lastTouches(stored, first.seed.entity, seeds) : new Map<string, number>();
    const doubtful = seeds.filter(({ record, row }) => (touched.get(record ?? '') ?? 0) > (row?.version ?? 0));
    for (const [one, columns] of await differencesOf(stored, doubtful, values)) differences.set(one, columns);
  }
  return rough.map((one) => {
    const columns = differences.get(one);
    if (columns === undefined) return one;
    if (columns.length === 0) return { ...one, verdict: 'unchanged' };
    return { ...one, verdict: 'conflict', conflict: conflictOf(one, columns) };
  });
}

function withId(one: JudgedSeed, now: string): JudgedSeed {
  if (one.verdict !== 'new') return one;
  return { ...one, record: newIdOf(one.seed, createdAt(one.seed, one.events, now)) };
}

function judgedByFile({ directory }: Stored, one: MatchedSeed): JudgedSeed {
  const { seed, row, record, isAsLoaded } = one;
  const cells = cellsOf(one);
  const before = (column: string): string | undefined => row?.cells[column] ?? (row === null ? undefined : BLANK);
  const changed = new Set(Object.keys(cells).filter((column) => before(column) !== cells[column]));
  const judged = (verdict: RowVerdict): JudgedSeed => ({ ...one, verdict, changed, conflict: null });
  if (record !== null && !directory.isThere(seed.entity.id, record)) return judged('gone');
  if (record === null) return judged(isAsLoaded || row !== null ? 'gone' : 'new');
  return judged(isAsLoaded || changed.size === 0 ? 'unchanged' : 'changed');
}

/**
 * The newest version of each record that people made. Of an entity without history it is the present one: what data files
 * wrote last is remembered with its version.
 */
async function lastTouches(
  { reader, storedAs }: Stored,
  { id, history }: Entity,
  seeds: readonly JudgedSeed[],
): Promise<ReadonlyMap<string, number>> {
  const entity = storedAs(id);
  const present = `SELECT "id" AS "record", "version" FROM ${quoted(entity)} WHERE "id" IN (SELECT "value" FROM ${reader.dialect.items('ids')})`;
  const people = `SELECT "record", max("version") AS version FROM "_history"
    WHERE "entity" = ? AND "record" IN (SELECT "value" FROM ${reader.dialect.items('ids')}) AND "via" <> 'data'
    GROUP BY "record"`;
  const ids = seeds.flatMap(({ record }) => record ?? []);
  const list = reader.dialect.list(ids);
  const rows = history ? await reader.all(people, [entity, list]) : await reader.all(present, [list]);
  return new Map(rows.map(({ record, version }) => [String(record), Number(version)] as const));
}

type Column = DataConflict['columns'][number];

/** The columns whose value in the file differs from the stored one. */
async function differencesOf(
  { reader, directory }: Stored,
  seeds: readonly JudgedSeed[],
  values: Values,
): Promise<ReadonlyMap<JudgedSeed, readonly Column[]>> {
  const [first] = seeds;
  if (first === undefined) return new Map();
  if (values === null)
    return new Map(seeds.map((one) => [one, [...one.changed].map((column) => ({ column, stored: null, file: null }))]));
  const { context, scope } = values;
  const ids = seeds.flatMap(({ record }) => record ?? []);
  const loaded = await planWrite(context, first.seed.entity).load.load(reader, ids, scope);
  return new Map(
    seeds.map((one): readonly [JudgedSeed, readonly Column[]] => {
      const record = loaded.get(one.record ?? '') ?? {};
      const columns = [...one.changed].flatMap((column) => {
        const field = Object.hasOwn(one.seed.entity.fields, column) ? one.seed.entity.fields[column] : undefined;
        return field
          ? differenceIn(one, field, given(one.seed, field), record[field.id])
          : systemDifference(one, column, record);
      });
      return [one, columns];
    }),
  );

  function given(seed: Seed, field: Field): Wire {
    return normalValue(
      field,
      resolved(field, seed.values[field.id] ?? null, { directory, beside: seed.values, missing: () => undefined }),
    );
  }
}

/** A blank cell says nothing where it is not known what the row said when it was loaded. */
function differenceIn({ row }: JudgedSeed, field: Field, file: Wire, stored: Wire | undefined): readonly Column[] {
  if (row === null && file === null) return [];
  const [theirs, ours] = [withoutIds(compact(field, stored)), withoutIds(compact(field, file))];
  const isUnknown = isSecret(field) && ours !== null; // it changed in the file, and nobody can tell whether to what is stored
  if (!isUnknown && sameValue(field, theirs, ours)) return [];
  const isShown = !field.closed && !field.sensitive && !isSecret(field);
  return [{ column: field.id, stored: isShown ? shown(theirs) : null, file: isShown ? shown(ours) : null }];
}

function systemDifference(
  { row, seed }: JudgedSeed,
  column: string,
  record: Readonly<Record<string, Wire | undefined>>,
): readonly Column[] {
  if (column !== 'state')
    return row === null ? [] : [{ column: column === HISTORY ? 'history' : column, stored: null, file: null }];
  const [theirs, ours] = [shown(record['state'] ?? null), shown(seed.system['state'] ?? null)];
  return ours === '' || ours === theirs ? [] : [{ column, stored: theirs, file: ours }];
}

/** Lines get new ids each time they are written. */
function withoutIds(value: Wire): Wire {
  if (!Array.isArray(value)) return value;
  return value.map((item: Wire) => {
    if (!isMap(item) || Object.keys(item).length === 1) return item;
    const { id: _, ...rest } = item;
    return rest;
  });
}

const SHOWN_LENGTH = 40;

/** A value that a person can compare at a glance, empty where it is blank; null where it is none. */
function shown(value: Wire): string | null {
  if (value === null) return '';
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const text = String(value).replaceAll(/\s+/g, ' ');
  return text.length <= SHOWN_LENGTH ? text : null;
}

function conflictOf({ seed, name }: JudgedSeed, columns: readonly Column[]): DataConflict {
  return {
    file: seed.file,
    row: shownRow(seed),
    entity: seed.entity.id,
    name: name?.startsWith('row ') === true ? null : name,
    columns,
    isTaken: false,
  };
}
