import type { Entity, Field, LinesField, Wire } from '@ninefold/model';
import { columnOf, decodeField } from '../../../storage/columns/registry.ts';
import type { Dialect } from '../../../storage/dialect.ts';
import { childTable, quoted } from '../../../storage/names.ts';
import type { Row } from '../../../storage/sql-value.ts';
import type { Ground } from '../../context.ts';
import type { Draft } from '../holder.ts';
import type { Tree } from '../tree.ts';
import { childRows, lookup, type Fill, type Targets } from './lookup.ts';

/** The lines of a record, in their order, with what is needed of the records they refer to. */
export function planLines(ground: Ground, entity: Entity, field: LinesField, branch: Tree, targets: Targets): Fill {
  const inner = Object.values(field.fields).filter((candidate) => columnOf(candidate) !== null);
  const columns = ['id', 'record', ...inner.map(({ id }) => id)].map(quoted).join(', ');
  const found = lookup(
    ground,
    (named) =>
      `SELECT ${columns} FROM ${quoted(childTable(entity.id, field.id))} WHERE "record" ${named} ORDER BY "record", "position"`,
  );
  const fills = inner.flatMap((candidate) =>
    candidate.type === 'reference' ? (targets(candidate.id, candidate.to, branch[candidate.id] ?? {}) ?? []) : [],
  );
  return async (reader, drafts, scope) => {
    const missing = drafts.filter((draft) => draft[field.id] === undefined);
    const lines = await childRows(
      reader,
      found,
      missing,
      (row): Wire => decodeLine(reader.dialect, inner, row) as Wire,
    );
    for (const draft of missing) draft[field.id] = lines.get(String(draft['id'])) ?? [];
    let learned = false;
    for (const fill of fills) learned = (await fill(reader, linesOf(drafts, field.id), scope)) || learned;
    return learned;
  };
}

function linesOf(drafts: readonly Draft[], field: string): readonly Draft[] {
  return drafts.flatMap((draft) => (Array.isArray(draft[field]) ? (draft[field] as unknown as Draft[]) : []));
}

function decodeLine(dialect: Dialect, fields: readonly Field[], row: Row): Draft {
  const values = fields.map((field) => [field.id, decodeField(dialect, field, row[field.id])]);
  return { id: String(row['id']), ...Object.fromEntries(values) };
}
