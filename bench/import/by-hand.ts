import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { idOf } from '../random.ts';
import type { Row, Store } from '../store.ts';
import type { Known, Shape } from './shapes.ts';

const AT_ONCE = 500;
const HISTORY = ['id', 'entity', 'record', 'at', 'by', 'kind', 'changes', 'via', 'version'];

/**
 * A loader as a good developer writes it by hand: it reads the file, writes rows and history into the product's own tables
 * with their indexes and triggers, several hundred at once, and the sums of the accounts at the end.
 */
export async function loadByHand(store: Store, file: string, shape: Shape, known: Known): Promise<void> {
  const [by] = known.people.values();
  const sums = new Map<string, { total: number; pieces: number }>();
  let rows: Row[] = [];
  let history: Row[] = [];
  let count = 0;
  const columns = [
    ...shape.columns,
    '_search',
    'id',
    'version',
    'created_at',
    'created_by',
    'changed_at',
    'changed_by',
  ];
  const flush = async (): Promise<void> => {
    if (rows.length === 0) return;
    await store.insert(shape.entity, columns, rows);
    await store.insert('_history', HISTORY, history);
    [rows, history] = [[], []];
  };
  for await (const cells of createReadStream(file).pipe(parse({ from_line: 2 })) as AsyncIterable<readonly string[]>) {
    const row = shape.row(cells, known);
    const at = new Date().toISOString();
    const id = idOf((count += 1), Math.random);
    rows.push({ ...row, id, version: 1, created_at: at, created_by: by, changed_at: at, changed_by: by });
    const changes = shape.columns.map((field) => ({ field, old: null, new: row[field] }));
    history.push({
      ...{ id: idOf(count, Math.random), entity: shape.entity, record: id, at, by, kind: 'create' },
      ...{ changes: JSON.stringify(changes), via: 'import', version: 1 },
    });
    if (typeof row['account'] === 'string') addTo(sums, row['account'], Number(row['amount']));
    if (rows.length === AT_ONCE) await flush();
  }
  await flush();
  for (const [account, { total, pieces }] of sums)
    await store.all('UPDATE "account" SET "total" = ?, "pieces" = ? WHERE "id" = ?', [
      String(total),
      String(pieces),
      account,
    ]);
}

function addTo(sums: Map<string, { total: number; pieces: number }>, account: string, amount: number): void {
  const sum = sums.get(account) ?? { total: 0, pieces: 0 };
  sums.set(account, { total: sum.total + amount, pieces: sum.pieces + 1 });
}
