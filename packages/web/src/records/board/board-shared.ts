import type { Entity, ListScreen, ListState, RecordValue } from '@ninefold/model';
import type { Column } from '../rows/columns.ts';
import type { ColumnValue } from './board-columns.ts';
import type { Move, MoveTo } from './moves.ts';

/** The card that is dragged, that was dropped, or whose menu is open, and where it may go; null until that is known. */
export interface Held {
  readonly record: RecordValue;
  readonly moves: readonly MoveTo[] | null;
}

/** What all columns and cards of a board share. */
export interface BoardShared {
  readonly entity: Entity;
  readonly screen: ListScreen;
  readonly by: string;
  readonly sum: string | null;
  /** What narrows the list, as a call says it. */
  readonly filter: string;
  readonly state: ListState;
  readonly columns: readonly Column[];
  readonly held: Held | null;
  /** The record that is being moved. */
  readonly moving: string | null;
  readonly onHold: (record: RecordValue | null) => void;
  readonly onDrop: (record: RecordValue, column: ColumnValue) => void;
  readonly onMove: (record: RecordValue, column: ColumnValue, move: Move) => void;
  readonly onChange: (next: Partial<ListState>) => void;
}
