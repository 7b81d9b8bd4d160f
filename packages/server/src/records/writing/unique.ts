import { idOf, type Entity, type Problem, type RecordValue, type Wire } from '@ninefold/model';
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
      const value = field ? encodeField(tx.dialect, field, record[name]) : null;
      return isAddress(entity, name) && typeof value === 'string' ? plainLower(value) : value;
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
        params: { field: set.join(', '), value: shown(record[set[0] ?? '']).slice(0, 100) },
      });
  }
  return problems;
}

function shown(value: Wire | undefined): string {
  return idOf(value) ?? String(value ?? '');
}

/** Two spellings of one e-mail address are one account. */
function compare(entity: Entity, name: string): string {
  return isAddress(entity, name) ? `lower(${quoted(name)}) = ?` : `${quoted(name)} = ?`;
}

function isAddress(entity: Entity, name: string): boolean {
  return entity.id === 'user' && name === 'email';
}

/** Lower case as `lower` of a column gives it in every database: Latin letters without marks only. */
export function plainLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
