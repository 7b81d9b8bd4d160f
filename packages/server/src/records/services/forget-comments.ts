import type { Writer } from '../../storage/database/database.ts';
import { argument, sql } from '../../storage/sql/sql.ts';
import { deleteOf } from '../../storage/sql/writes.ts';

const FORGET = ['_comment', '_follower', '_notification', '_mail', '_mail_item'].map(
  (name) => sql`${deleteOf(name, argument(0))} AND "entity" = ${argument(1)}`,
);

/** Deletes what was said about a record that goes for good, who followed it, and what people were told of it and mailed. */
export async function forgetComments(tx: Writer, entity: string, record: string): Promise<void> {
  for (const statement of FORGET) await tx.run(statement, [record, entity]);
}
