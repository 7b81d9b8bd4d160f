import type { ReactNode } from 'react';
import type { Entity, ListLook, ListState, RecordValue } from '@ninefold/model';
import type { Selection } from '../bulk/selection.ts';
import type { Column } from './columns.ts';

/** What each row of a table has at its end, and below it where it has something to say. */
export interface RowTools {
  readonly end: (record: RecordValue) => ReactNode;
  readonly below: (record: RecordValue) => ReactNode;
}

/** A page of a list, with what steers the list. */
export interface PageProps extends RowsProps {
  readonly state: ListState;
  /** Whether no page comes after it. */
  readonly isLast: boolean;
  readonly onChange: (next: Partial<ListState>) => void;
}

/** What stands between the records of a table. */
export interface RowBands {
  readonly before: (record: RecordValue) => ReactNode;
  /** Below the last record. */
  readonly after: ReactNode;
}

/** A page of records to be drawn. */
export interface RowsProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly items: readonly RecordValue[];
  readonly sort: readonly string[];
  readonly onSort: (field: string) => void;
  readonly onOpen: (record: string) => void;
  readonly busy: boolean;
  readonly label: string;
  readonly selection: Selection | null;
  /** The query that gave these rows. */
  readonly query: string;
  /** What narrows the list, as a call says it. */
  readonly filter: string;
  /** How the reader wants to see the list. */
  readonly look: ListLook;
  /** The screen or view for which that is kept; null where it cannot be changed, or not yet. */
  readonly lookOf: string | null;
  readonly tools?: RowTools | undefined;
  readonly bands?: RowBands | undefined;
}
