import type { Type } from '@ninefold/model';

/** A name in an expression that the checker knew; offsets are those of the expression's source. */
export interface Mention {
  /** What it names: `field ticket.due`, `limit answer_hours`, `role agent`, `option ticket.priority.high`, `function days`. */
  readonly symbol: string;
  readonly type: Type | null;
  readonly start: number;
  readonly end: number;
}
