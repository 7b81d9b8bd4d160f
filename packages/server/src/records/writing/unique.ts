import {
  holds,
  idOf,
  type Entity,
  type Model,
  type Problem,
  type RecordValue,
  type Scope,
  type Wire,
} from '@ninefold/model';
import { encodeField } from '../../storage/columns/registry.ts';
import type { Writer } from '../../storage/database.ts';
import { quoted } from '../../storage/names.ts';
import { countedSql, uniqueSets } from '../../storage/schema/indexes.ts';

/** Values that another live record already has. Runs inside the one writing transaction, so nothing comes between it and the write. */
export async function uniqueProblems(
  tx: Writer,
  model: Model,
  entity: Entity,
  record: RecordValue,
  scope: Scope,
  touched: ReadonlySet<string>,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const asked = uniqueSets(entity).filter(({ fields, when }) =>
    when === null ? fields.some((field) => touched.has(field)) : holds(when, { ...scope, record }) === true,
  );
  for (const set of asked) {
    const values = set.fields.map((name) => {
      const field = entity.fields[name];
      const value = field ? encodeField(tx.dialect, field, record[name]) : null;
      return isAddress(entity, name) && typeof value === 'string' ? plainLower(value) : value;
    });
    if (values.includes(null)) continue;
    const same = set.fields.map((name) => compare(entity, name)).join(' AND ');
    const rows = await tx.all(
      `SELECT 1 FROM ${quoted(entity.id)} WHERE ${same} AND ${countedSql(model, tx.dialect, entity, set)} AND "id" <> ? LIMIT 1`,
      [...values, record.id],
    );
    if (rows.length > 0)
      problems.push({
        path: set.fields[0] ?? '',
        code: 'not_unique',
        params: { field: set.fields.join(', '), value: shown(record[set.fields[0] ?? '']).slice(0, 100) },
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
