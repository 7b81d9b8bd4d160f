import { holds, type Entity, type Problem, type RecordValue, type Scope } from '@ninefold/model';
import { encodeField } from '../../storage/columns/registry.ts';
import type { Writer } from '../../storage/database.ts';
import type { SqlValue } from '../../storage/sql-value.ts';
import { quoted } from '../../storage/names.ts';
import type { Ground } from '../context.ts';
import { conditionOf, every, sql, wrap } from '../reading/sql.ts';

/** Whether the record's span meets that of another one. Dates are inclusive, datetimes end before their end; a blank end is open. */
export async function overlapProblems(
  tx: Writer,
  ground: Ground,
  entity: Entity,
  record: RecordValue,
  scope: Scope,
): Promise<readonly Problem[]> {
  const rule = entity.noOverlap;
  if (!rule || holds(rule.when, { ...scope, record }) === false) return [];
  const column = (name: string): SqlValue =>
    entity.fields[name] ? encodeField(tx.dialect, entity.fields[name], record[name]) : null;
  const per = rule.per.map((name) => sql(`t.${quoted(name)} = ?`, column(name)));
  if (column(rule.from) === null || rule.per.some((name) => column(name) === null)) return [];
  const inclusive = entity.fields[rule.from]?.type === 'date' ? '=' : '';
  const filter = every([
    sql('t."trashed_at" IS NULL AND t."id" <> ?', record.id),
    ...per,
    sql(`(t.${quoted(rule.to)} IS NULL OR t.${quoted(rule.to)} >${inclusive} ?)`, column(rule.from)),
    ...(column(rule.to) === null ? [] : [sql(`t.${quoted(rule.from)} <${inclusive} ?`, column(rule.to))]),
    ...(rule.when === null ? [] : [conditionOf(ground, entity, 't', rule.when)]),
  ]);
  const statement = wrap(`SELECT 1 FROM ${quoted(entity.id)} t WHERE `, filter, ' LIMIT 1');
  const rows = await tx.all(statement.text, statement.values(scope));
  if (rows.length === 0) return [];
  return [
    { path: rule.from, code: 'overlaps', params: { from: record[rule.from] ?? null, to: record[rule.to] ?? null } },
  ];
}
