import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Product } from './product.ts';

/** The name of the index that `wantIndex` makes the server want. */
export const WANTED_INDEX = 'ticket.priority.due.id.use';

/** An index that follows use, as the server wants it of lists filtered by a priority and sorted by what is due. It is not made yet. */
export function wantIndex({ data }: Product): void {
  const stored = new DatabaseSync(join(data, 'data.sqlite'), { timeout: 5000 });
  const shape = ['ticket', [['priority', 'eq']], ['due'], [], [], false];
  const figures = [1240, 55_800, 0, 0, new Date().toISOString()];
  stored
    .prepare('INSERT OR REPLACE INTO "_index" ("name", "entity", "parts") VALUES (?, ?, ?)')
    .run(WANTED_INDEX, 'ticket', JSON.stringify(['"priority"', '"due"', '"id"']));
  stored
    .prepare('INSERT OR REPLACE INTO "_list_use" ("shape", "entity", "figures") VALUES (?, ?, ?)')
    .run(JSON.stringify(shape), 'ticket', JSON.stringify(figures));
  stored.close();
}
