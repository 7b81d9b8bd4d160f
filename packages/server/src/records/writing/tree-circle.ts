import { idOf, type Entity, type Problem, type RecordValue } from '@ninefold/model';
import type { Reader } from '../../storage/database.ts';
import { quoted } from '../../storage/names.ts';

/** Whether the record stands below itself by the parent it has now. Runs inside the transaction of the write. */
export async function treeProblems(reader: Reader, entity: Entity, record: RecordValue): Promise<readonly Problem[]> {
  const parent = entity.tree === null ? null : idOf(record[entity.tree]);
  if (entity.tree === null || parent === null) return [];
  const [table, up] = [quoted(entity.id), quoted(entity.tree)];
  const rows = await reader.all(
    `WITH RECURSIVE "up"("id") AS (SELECT s."id" FROM ${table} AS s WHERE s."id" = ? UNION SELECT n.${up} FROM "up" AS u JOIN ${table} AS n ON n."id" = u."id" WHERE n.${up} IS NOT NULL AND n."id" <> ?) SELECT 1 FROM "up" WHERE "id" = ? LIMIT 1`,
    [parent, record.id, record.id],
  );
  return rows.length === 0 ? [] : [{ path: entity.tree, code: 'tree_circle', params: {} }];
}
