import type { Entity, Problem, RecordValue } from '@ninefold/model';
import { encodeField } from '../../storage/columns/registry.ts';
import type { Writer } from '../../storage/database.ts';
import { quoted } from '../../storage/names.ts';
import { uniqueSets } from '../../storage/schema/indexes.ts';

/** Values that another live record already has. Runs inside the one writing transaction, so nothing comes between it and the write. */
export async function uniqueProblems(
  tx: Writer,
  entity: Entity,
  record: RecordValue,
  touched: ReadonlySet<string>,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const set of uniqueSets(entity).filter((fields) => fields.some((field) => touched.has(field)))) {
    const values = set.map((name) => {
      const field = entity.fields[name];
      return field ? encodeField(field, record[name]) : null;
    });
    if (values.includes(null)) continue;
    const same = set.map((name) => compare(entity, name)).join(' AND ');
    const rows = await tx.all(
      `SELECT 1 FROM ${quoted(entity.id)} WHERE ${same} AND "trashed_at" IS NULL AND "id" <> ? LIMIT 1`,
      [...values, record.id],
    );
    if (rows.length > 0)
      problems.push({
        path: set[0] ?? '',
        code: 'not_unique',
        params: { field: set.join(', '), value: String(values[0]).slice(0, 100) },
      });
  }
  return problems;
}

/** Two spellings of one e-mail address are one account. */
function compare(entity: Entity, name: string): string {
  const isAddress = entity.id === 'user' && name === 'email';
  return isAddress ? `lower(${quoted(name)}) = lower(?)` : `${quoted(name)} = ?`;
}
