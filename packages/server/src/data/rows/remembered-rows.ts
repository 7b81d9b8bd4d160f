import type { Reader, Writer } from '../../storage/database/database.ts';
import { quoted } from '../../storage/sql/names.ts';
import { readSeedRows, writeSeedRow, type SeedRow } from '../../storage/schema/seed-rows.ts';
import { formerNames, type FormerNames } from './former-names.ts';
import { cellsOf, type JudgedSeed } from './row-verdicts.ts';

/** The remembered rows of these entities, by entity and name, in the words of the model. */
export async function rememberedRows(
  reader: Reader,
  entities: Iterable<string>,
  { entityBefore, cellsNow }: FormerNames = formerNames([]),
): Promise<ReadonlyMap<string, ReadonlyMap<string, SeedRow>>> {
  const all = new Map<string, ReadonlyMap<string, SeedRow>>();
  for (const entity of entities) {
    const rows = await readSeedRows(reader, entityBefore(entity));
    const named = rows.map((row) => [row.name, { ...row, entity, cells: cellsNow(entity, row.cells) }] as const);
    all.set(entity, new Map(named));
  }
  return all;
}

/** Remembers every row as it was loaded; a row that conflicts stays as it was remembered, so that it conflicts until somebody decides. */
export async function rememberRows(tx: Writer, loaded: readonly JudgedSeed[]): Promise<void> {
  for (const [entity, group] of Map.groupBy(loaded, ({ seed }) => seed.entity.id)) {
    const versions = await versionsOf(tx, entity, group.filter(isWritten));
    for (const one of group) {
      const { name, row, record, verdict } = one;
      const isKept = verdict === 'conflict' && one.conflict?.isTaken !== true;
      const cells = { ...row?.cells, ...cellsOf(one) };
      if (name === null || isKept) continue;
      if (row !== null && !isWritten(one) && JSON.stringify(row.cells) === JSON.stringify(cells)) continue;
      const version = (isWritten(one) ? versions.get(record ?? '') : undefined) ?? row?.version ?? 0;
      writeSeedRow(tx, { entity, name, record, version, cells });
    }
  }
}

/** Whether loading writes the row to its record. */
export function isWritten({ verdict, conflict }: JudgedSeed): boolean {
  return verdict === 'new' || verdict === 'changed' || conflict?.isTaken === true;
}

async function versionsOf(
  tx: Writer,
  entity: string,
  seeds: readonly JudgedSeed[],
): Promise<ReadonlyMap<string, number>> {
  const ids = seeds.flatMap(({ record }) => record ?? []);
  if (ids.length === 0) return new Map();
  const text = `SELECT "id", "version" FROM ${quoted(entity)} WHERE "id" IN (SELECT "value" FROM ${tx.dialect.items('ids')})`;
  const rows = await tx.all(text, [tx.dialect.list(ids)]);
  return new Map(rows.map(({ id, version }) => [String(id), Number(version)] as const));
}
