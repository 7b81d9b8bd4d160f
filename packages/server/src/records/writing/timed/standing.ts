import type { Entity, EntityReaction } from '@ninefold/model';
import type { Caller } from '../../context/records.ts';

/** Whose turn a look takes among those who ask for lists. */
export const WATCH = 'reactions';
/** In the place of the moment at which a reaction is due: it is only looked at. */
export const NO_MOMENT = '';

/** A reaction that fires without a write, and the row that says when it is looked at. */
export interface Standing {
  readonly entity: Entity;
  readonly reaction: EntityReaction;
  /** Behind the timers of its entity, in written order. */
  readonly rank: number;
  readonly caller: Caller;
  /** Undefined where nobody has looked yet. */
  readonly row: StandingRow | undefined;
}

/** A row of `_timer` that has its entity in the place of the record. */
export interface StandingRow {
  readonly run: string;
  readonly due: string;
  readonly next: string;
  readonly tried: string | null;
}
