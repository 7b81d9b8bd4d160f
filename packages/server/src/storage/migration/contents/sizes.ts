import { type Field, isAccepted, isFiles } from '@ninefold/model';
import { columnOf } from '../../columns/registry.ts';
import { childTable, quoted } from '../../sql/names.ts';
import { raw } from '../../sql/sql.ts';
import { found, NOTHING, together, type Change, type Planned } from '../changes/change.ts';
import { countRows, examplesOf, type Where } from '../changes/stored.ts';
import type { PlacedColumn, PlacedTable } from '../comparison/layout.ts';
import { shownRow } from '../comparison/shown-value.ts';
import { standingField, type StandingField } from '../comparison/standing.ts';
import { isOpenField, type Work } from '../comparison/work.ts';
import { knownField } from './constraints.ts';

/**
 * Lists that have more or fewer items than they may have now, and files that are larger or of another kind than their field takes. They
 * stay as they are, with consent.
 */
export async function planSizes(work: Work): Promise<Planned> {
  const parts: Planned[] = [];
  for (const table of work.layout.tables) {
    if (table.before === null) continue;
    if (table.field !== null) parts.push(await planList(work, table, table.field));
    for (const column of table.columns)
      if (column.field !== null && isFiles(column.field) && columnOf(column.field) !== null)
        parts.push(await planFile(work, table, column, column.field));
  }
  return together(parts);
}

async function planFile(work: Work, table: PlacedTable, column: PlacedColumn, field: Field): Promise<Planned> {
  const { before, name } = column;
  const was = knownField(work, table, column);
  if (before === null || was === null) return NOTHING;
  const from = table.before ?? '';
  const shown = isOpenField(work, name) ? memberOf(work, before, 'name') : '"id"';
  const narrower = narrowed(was, standingField(field, work.scope));
  return together([
    await misfits(
      work,
      { kind: 'out_of_bounds', name, table: from, column: before },
      shown,
      beyond(narrower.size, memberOf(work, before, 'size')),
    ),
    await misfits(
      work,
      { kind: 'other_form', name, table: from, column: before },
      shown,
      await otherKinds(work, from, before, narrower.accept),
    ),
  ]);
}

/** The records are counted, each of which has a list. */
async function planList(work: Work, table: PlacedTable, field: Field): Promise<Planned> {
  const from = table.before ?? '';
  const owner = work.layout.tables.find((one) => one.field === null && one.entity.id === table.entity.id)?.before ?? '';
  const was = knownList(work, owner, from);
  if (was === null) return NOTHING;
  const narrower = narrowed(was, standingField(field, work.scope));
  const size = beyond(narrower.size, 'count(*)');
  const kind = await otherKinds(work, from, 'value', narrower.accept);
  const records = `SELECT "record" FROM ${quoted(from)}`;
  const place = { name: table.name, table: owner, column: null };
  const shown = shownRow(work, owner);
  return together([
    await misfits(
      work,
      { ...place, kind: 'out_of_bounds' },
      shown,
      size && { ...size, text: `"id" IN (${records} GROUP BY "record" HAVING ${size.text})` },
    ),
    await misfits(
      work,
      { ...place, kind: 'other_form' },
      shown,
      kind && { ...kind, text: `"id" IN (${records} WHERE ${kind.text})` },
    ),
  ]);
}

/** What held of the list in this table, by the name that it had. */
function knownList({ standing }: Work, owner: string, table: string): StandingField | null {
  const known = Object.entries(standing.fields ?? {}).find(
    ([place]) => place.startsWith(`${owner}.`) && childTable(owner, place.slice(owner.length + 1)) === table,
  );
  return known?.[1] ?? null;
}

/** What a field asks now and did not ask before; null where it is the same, or the version that wrote the data did not say. */
interface Narrowed {
  readonly size: Pick<StandingField, 'min' | 'max'> | null;
  readonly accept: readonly string[] | null;
}

function narrowed(was: StandingField, wants: StandingField): Narrowed {
  const isSize = was.size !== undefined && (was.size.min !== wants.size?.min || was.size.max !== wants.size.max);
  const isKind = was.accept !== undefined && was.accept !== wants.accept;
  return {
    size: isSize ? (wants.size ?? null) : null,
    accept: isKind ? (wants.accept ?? '').split(' ').filter((kind) => kind !== '') : null,
  };
}

function memberOf({ reader }: Work, column: string, member: 'name' | 'size' | 'type'): string {
  return reader.dialect.expressions.member(raw(quoted(column)), member).text;
}

/** Where a measure is beyond its bounds. */
function beyond(bounds: Narrowed['size'], measure: string): Where | null {
  const { min = null, max = null } = bounds ?? {};
  const parts = [
    ...(min === null ? [] : [{ text: `${measure} < ?`, value: Number(min) }]),
    ...(max === null ? [] : [{ text: `${measure} > ?`, value: Number(max) }]),
  ];
  if (parts.length === 0) return null;
  return { text: parts.map(({ text }) => text).join(' OR '), values: parts.map(({ value }) => value) };
}

/** Where a file is of none of these kinds. */
async function otherKinds(
  work: Work,
  table: string,
  column: string,
  accept: Narrowed['accept'],
): Promise<Where | null> {
  if (accept === null) return null;
  const type = memberOf(work, column, 'type');
  const filled = `${quoted(column)} IS NOT NULL`;
  const rows = await work.reader.all(`SELECT DISTINCT ${type} AS "type" FROM ${quoted(table)} WHERE ${filled}`, []);
  const others = rows.map((row) => String(row['type'])).filter((one) => !isAccepted(accept, one));
  return others.length === 0 ? null : { text: `${type} IN (${others.map(() => '?').join(', ')})`, values: others };
}

/** `shown` stands for a row that does not fit. */
async function misfits(
  { reader }: Work,
  { kind, name, table, column }: Pick<Change, 'kind' | 'name' | 'table' | 'column'>,
  shown: string,
  where: Where | null,
): Promise<Planned> {
  const rows = where === null ? 0 : await countRows(reader, table, where);
  if (where === null || rows === 0) return NOTHING;
  const examples = await examplesOf(reader, table, shown, where);
  return { changes: [found(kind, name, table, { column, rows, examples, verdict: 'open' })], steps: [] };
}
