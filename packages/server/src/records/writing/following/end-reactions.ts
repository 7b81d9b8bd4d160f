import { reactionTimer, type EntityReaction } from '@ninefold/model';
import { argument, sql } from '../../../storage/sql/sql.ts';
import { deleteOf, target } from '../../../storage/sql/writes.ts';
import type { Worked } from '../../services/write-context.ts';

const END = sql`${deleteOf('_timer', argument(0))} AND "transition" = ${argument(1)}`;
const AGAIN = sql`UPDATE ${target('_timer', argument(1))} SET "next" = ${argument(0)}
  WHERE "record" = ${argument(1)} AND "transition" = ${argument(2)} AND "tried" IS NOT NULL`;

/** A reaction to the clock whose condition a write has ended fires again when it turns true again. */
export function endReaction({ tx, record }: Worked, reaction: EntityReaction): void {
  tx.later(END, [record.id, reactionTimer(reaction)]);
}

/** A write is an occasion to try again what could not fire: the server that looks next does. */
export function retryReaction({ tx, record, scope }: Worked, reaction: EntityReaction): void {
  tx.later(AGAIN, [scope.now, record.id, reactionTimer(reaction)]);
}
