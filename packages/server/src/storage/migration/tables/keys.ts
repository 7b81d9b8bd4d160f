import { pathOfSteps } from '@ninefold/model';
import { denormalisedColumns, denormalisedName } from '../../denormalised/denormalised-columns.ts';
import { quoted } from '../../sql/names.ts';
import { coveringName } from '../../schema/covering-index.ts';
import { indexesOf } from '../../schema/indexes.ts';
import { readIndexRows, removeIndexRow, useIndexName, writeIndexRow, type IndexRow } from '../../indexes/index-rows.ts';
import { fitsColumns, renamedParts } from '../../indexes/index-columns.ts';
import type { PresentIndex } from '../../database/schema-dialect.ts';
import { MigrationRefused } from '../changes/migration-refused.ts';
import type { IndexShape } from '../../database/shapes.ts';
import { keepAside } from '../changes/aside.ts';
import { found, NOTHING, statement, together, type Change, type Planned, type Step } from '../changes/change.ts';
import type { PlacedTable } from '../comparison/layout.ts';
import { examplesOf, type Where } from '../changes/stored.ts';
import { isOpenField, meaningAt, valuesIn, type Work } from '../comparison/work.ts';

const LIVE = '"trashed_at" IS NULL';

/** Indexes that are no longer asked for, those that are new, and values that a unique one would not take. */
export async function planIndexes(work: Work, retyped: ReadonlySet<string>): Promise<Planned> {
  const { reader, layout, moved, model } = work;
  const { schema } = reader.dialect;
  const wanted = indexesOf(model, reader.dialect);
  const texts = new Set(wanted.map((index) => schema.createIndex(index)));
  const ours = new Set([...layout.present.keys(), ...wanted.map(({ table }) => table)]);
  const present = (await schema.indexes(reader)).filter(({ table }) => ours.has(table));
  const isMoved = ({ table }: PresentIndex): boolean =>
    moved.touched.has(table) || retyped.has(table) || layout.gone.includes(table);
  const following = await planFollowing(work);
  const stale = present.filter((index) => isMoved(index) || !(texts.has(index.text) || following.stay.has(index.name)));
  const kept = new Set(present.filter((index) => !stale.includes(index)).map(({ name }) => name));
  const missing = wanted.filter(({ name }) => !kept.has(name));
  const before = new Map(
    layout.tables.flatMap((table) => (table.before === null ? [] : [[table.shape.name, table] as const])),
  );
  const parts: Planned[] = [
    {
      changes: stale.filter((index) => !isMoved(index) && !isQuiet(index, following)).map(goneIndex),
      steps: stale.map(({ name }) => statement('unindex', `DROP INDEX ${quoted(name)}`)),
    },
    { changes: [], steps: following.steps },
  ];
  const wasThere = new Set(present.map(({ name }) => name));
  for (const index of missing) {
    const table = before.get(index.table);
    if (table !== undefined && index.unique) parts.push(await planUnique(work, table, index));
    const isTold =
      table !== undefined &&
      !wasThere.has(index.name) &&
      !isTouched(work, table) &&
      (index.name !== coveringName(index.table) || (!retyped.has(index.table) && hasSameColumns(table)));
    parts.push({ changes: isTold ? [newIndex(index)] : [], steps: [addIndex(index)] });
  }
  return together(parts);
}

/** The indexes that follow use: those that the new columns leave in place. */
interface Following {
  readonly known: ReadonlySet<string>;
  readonly stay: ReadonlySet<string>;
  readonly steps: readonly Step[];
}

/** An index goes with a column that goes or gets another name. What an operator said of it follows the names. */
async function planFollowing(work: Work): Promise<Following> {
  const { reader, layout, model } = work;
  const rows = await readIndexRows(reader);
  const staying = rows.filter((row) => {
    const table = layout.tables.find(({ before, shape }) => before === row.entity && shape.name === row.entity);
    const kept = table?.columns.flatMap(({ before, shape }) => (before === shape.name ? [before] : [])) ?? [];
    const hidden = Object.hasOwn(model.entities, row.entity) ? denormalisedColumns(model, row.entity) : [];
    return fitsColumns(row.parts, new Set([...kept, ...hidden.map(({ name }) => name)]));
  });
  return {
    known: new Set(rows.map(({ name }) => name)),
    stay: new Set(staying.map(({ name }) => name)),
    steps: rows
      .filter((row) => !staying.includes(row))
      .map((row) => ({
        phase: 'remove',
        run: async (tx) => {
          await removeIndexRow(tx, row.name);
          const renamed = row.ruling === null ? null : renamedRow(work, row);
          if (renamed !== null) await writeIndexRow(tx, renamed);
        },
      })),
  };
}

/** The same index under the names that its entity and columns get, yet to be made; null where one of them goes. */
function renamedRow({ layout, model }: Work, row: IndexRow): IndexRow | null {
  const table = layout.tables.find(({ before }) => before === row.entity);
  if (table === undefined) return null;
  const placed = new Map(layout.tables.map((one) => [one.shape.name, one] as const));
  const nameBefore = (entity: string, column: string): string =>
    placed.get(entity)?.columns.find(({ shape }) => shape.name === column)?.before ?? column;
  const own = table.columns.flatMap(({ before, shape }) => (before === null ? [] : [[before, shape.name] as const]));
  const hidden = denormalisedColumns(model, table.shape.name).map(({ name, steps, field }) => {
    const path = pathOfSteps(steps.map(({ entity, column }) => nameBefore(entity, column)));
    return [denormalisedName(path, field), name] as const;
  });
  const parts = renamedParts(row.parts, new Map([...own, ...hidden]));
  if (parts === null) return null;
  const entity = table.shape.name;
  return { ...row, name: useIndexName(entity, parts), entity, parts, madeAt: null, givenUpAt: null };
}

/** Nobody is told of an index that nobody has asked for in the specification. */
function isQuiet({ name, table }: PresentIndex, { known }: Following): boolean {
  return name === coveringName(table) || known.has(name);
}

function isTouched({ moved }: Work, { before }: PlacedTable): boolean {
  return moved.touched.has(before ?? '');
}

/** The covering index follows the columns; where these stay, it comes with another version. */
function hasSameColumns({ columns, gone }: PlacedTable): boolean {
  return gone.length === 0 && columns.every(({ before }) => before !== null);
}

function goneIndex({ name, table }: PresentIndex): Change {
  return found('index_gone', name, table);
}

function newIndex({ name, table, parts }: IndexShape): Change {
  return found('index_added', name, table, { column: parts.join(', ').replaceAll('"', '') });
}

function addIndex(index: IndexShape): Step {
  return {
    phase: 'index',
    run: async (tx) => {
      const { schema } = tx.dialect;
      try {
        await tx.run(schema.createIndex(index), []);
      } catch (cause) {
        if (!index.unique || tx.dialect.violation(cause)?.kind !== 'unique') throw cause;
        const name = index.parts.join('+').replaceAll('"', '');
        throw new MigrationRefused([found('not_unique', `${index.table}.${name}`, index.table, { verdict: 'open' })]);
      }
      const note = schema.noteIndex(index);
      if (note !== null) await tx.run(note, []);
    },
  };
}

/** Of several live rows with the same values the oldest keeps them. */
async function planUnique(work: Work, table: PlacedTable, index: IndexShape): Promise<Planned> {
  const { reader, scope } = work;
  const columns = index.parts.map((part) => table.columns.find(({ shape }) => quoted(shape.name) === part));
  const old = columns.flatMap((column) =>
    column?.before === undefined || column.before === null ? [] : [column.before],
  );
  const last = columns.at(-1);
  if (old.length < index.parts.length || last === undefined) return NOTHING; // what is new is blank
  const live = index.where ?? 'TRUE';
  if (live !== LIVE && isTouched(work, table)) return NOTHING; // told when the index cannot be made
  const from = table.before ?? '';
  const again = later(from, old, live);
  const [row] = await reader.all(`SELECT count(*) AS n FROM ${quoted(from)} WHERE ${again.text}`, []);
  const rows = Number(row?.['n'] ?? 0);
  if (rows === 0) return NOTHING;
  const name = `${table.name}.${columns.map((column) => column?.shape.name ?? '').join('+')}`;
  const shown = columns.every((column) => isOpenField(work, column?.name ?? '')) ? quoted(last.before ?? '') : '"id"';
  const examples = await examplesOf(reader, from, shown, again);
  const names = columns.map((column) => column?.shape.name ?? '');
  const stored = columns.map((column) => (column === undefined ? '' : valuesIn(work, table, column)));
  const taken = {
    name,
    table: table.shape.name,
    column: valuesIn(work, table, last),
    meaning: meaningAt(work, from, last.before ?? ''),
    row: '"id"',
    where: later(table.shape.name, stored, live),
  };
  const now = later(table.shape.name, names, live);
  const blank = `UPDATE ${quoted(table.shape.name)} SET ${quoted(last.shape.name)} = NULL WHERE ${now.text}`;
  return {
    changes: [found('not_unique', name, from, { column: old.join(', '), rows, examples, verdict: 'open' })],
    steps: [keepAside(scope.now, taken, { table: from, column: last.before ?? '' }), statement('blank', blank)],
  };
}

function later(table: string, columns: readonly string[], live: string): Where {
  const names = columns.map(quoted).join(', ');
  const isFilled = columns.map((column) => `${quoted(column)} IS NOT NULL`).join(' AND ');
  const numbered = `SELECT "id", row_number() OVER (PARTITION BY ${names} ORDER BY "created_at", "id") AS n FROM ${quoted(table)} WHERE ${live} AND ${isFilled}`;
  return { text: `"id" IN (SELECT x."id" FROM (${numbered}) x WHERE x.n > 1)`, values: [] };
}
