import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import type { Product } from './product.ts';

/** The name of the index that `keepIndexWanted` makes the server want. */
export const WANTED_INDEX = 'ticket.priority.due.id.use';

/**
 * An index that follows use, as the server wants it of lists filtered by a priority and sorted by what is due; it is not made yet.
 * `over` says what becomes of one that is there already.
 */
export function wantIndex({ data }: Product, over: 'REPLACE' | 'IGNORE' = 'REPLACE'): void {
  const stored = new DatabaseSync(join(data, 'data.sqlite'), { timeout: 5000 });
  const shape = ['ticket', [['priority', 'eq']], ['due'], [], [], false];
  const figures = [1240, 55_800, 0, 0, new Date().toISOString()];
  stored
    .prepare(`INSERT OR ${over} INTO "_index" ("name", "entity", "parts") VALUES (?, ?, ?)`)
    .run(WANTED_INDEX, 'ticket', JSON.stringify(['"priority"', '"due"', '"id"']));
  stored
    .prepare('INSERT OR REPLACE INTO "_list_use" ("shape", "entity", "figures") VALUES (?, ?, ?)')
    .run(JSON.stringify(shape), 'ticket', JSON.stringify(figures));
  stored.close();
}

/** Wants the index, and again before each call about indexes: the server forgets an index of a small table at its next look. */
export async function keepIndexWanted(page: Page, product: Product): Promise<void> {
  wantIndex(product);
  await page.route('**/_/operate/indexes', (route) => {
    wantIndex(product, 'IGNORE');
    return route.fallback();
  });
}
