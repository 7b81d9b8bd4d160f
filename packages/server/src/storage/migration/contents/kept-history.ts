import type { Entity } from '@ninefold/model';
import { keepAside } from '../changes/aside.ts';
import { found, NOTHING, statement, together, type Planned } from '../changes/change.ts';
import { countRows, type Where } from '../changes/stored.ts';
import type { Work } from '../comparison/work.ts';

/**
 * The kept history of entities that keep none any more is lost, by the name `ticket.history`: what changed is put aside as it was
 * written, and then goes.
 */
export async function planKeptHistory(work: Work): Promise<Planned> {
  const silent = Object.values(work.model.entities).filter(({ history }) => !history);
  if (silent.length === 0) return NOTHING;
  if ((await work.reader.dialect.schema.columns(work.reader, TABLE)).length === 0) return NOTHING;
  return together(await Promise.all(silent.map((entity) => ofEntity(work, entity))));
}

const TABLE = '_history';

async function ofEntity({ reader, layout, scope }: Work, { id }: Entity): Promise<Planned> {
  const before = layout.tables.find(({ shape, field }) => shape.name === id && field === null)?.before ?? id;
  const rows = await countRows(reader, TABLE, of(before));
  if (rows === 0) return NOTHING;
  const name = `${id}.history`;
  // a renaming was done before
  const taken = { name, table: TABLE, meaning: 'text', row: '"record"', where: of(id) };
  return {
    changes: [found('history_gone', name, TABLE, { rows, verdict: 'open' })],
    steps: [
      ...['changes', 'input'].map((column) => keepAside(scope.now, { ...taken, column }, { table: TABLE, column })),
      statement('remove', `DELETE FROM "${TABLE}" WHERE "entity" = ?`, [id]),
    ],
  };
}

function of(entity: string): Where {
  return { text: '"entity" = ?', values: [entity] };
}
