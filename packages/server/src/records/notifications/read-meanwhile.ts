import type { Reader } from '../../storage/database/database.ts';
import { argument, sql } from '../../storage/sql/sql.ts';
import type { StoredItem } from './mail-rows.ts';
import { notificationOf, OF_PERSON, SELECTED } from './rows.ts';

const READ_OF = sql`${SELECTED} ${OF_PERSON} AND t."entity" = ${argument(1)} AND t."record" = ${argument(2)} AND t."at" >= ${argument(3)}`;

/** Of these items those that the person has not read in the application meanwhile. */
export async function readMeanwhile(
  reader: Reader,
  person: string,
  items: readonly StoredItem[],
): Promise<readonly StoredItem[]> {
  const fresh: StoredItem[] = [];
  for (const item of items) {
    const rows = await reader.all(READ_OF, [person, item.entity, item.record, item.at]);
    const shown = rows.map(notificationOf).filter(({ kind }) => kind === item.kind);
    if (shown.length === 0 || shown.some(({ readAt }) => readAt === null)) fresh.push(item);
  }
  return fresh;
}
