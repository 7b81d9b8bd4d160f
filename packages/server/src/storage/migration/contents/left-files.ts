import { quoted } from '../../sql/names.ts';
import { statement, type Planned } from '../changes/change.ts';
import type { Work } from '../comparison/work.ts';

/** Files leave the fields that are gone, or hold something else now. What is noted of them still has the ids from before. */
export function planLeftFiles({ layout, standing, scope }: Work): Planned {
  const kept = new Set(
    layout.tables.flatMap(({ before, columns }) =>
      columns.flatMap((column) => (column.shape.meaning === 'file' ? [`${before ?? ''} ${column.before ?? ''}`] : [])),
    ),
  );
  const steps = [...layout.present].flatMap(([table, columns]) =>
    columns
      .filter((column) => standing.meanings[table]?.[column] === 'file' && !kept.has(`${table} ${column}`))
      .map((column) => {
        const [entity = '', ...above] = table.split('.');
        const field = [...above, ...(columns.includes('id') ? [column] : [])].join('.');
        const text = `UPDATE ${quoted('_file_use')} SET "left_at" = ? WHERE "entity" = ? AND "field" = ? AND "left_at" IS NULL`;
        return statement('reword', text, [scope.now, entity, field]);
      }),
  );
  return { changes: [], steps };
}
