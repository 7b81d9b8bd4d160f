import type { ReactNode } from 'react';
import type { Entity, ListLook, RecordValue } from '@ninefold/model';
import type { Selection } from '../bulk/selection.ts';
import type { Column } from './columns.ts';

/** What each row of a table has at its end, and below it where it has something to say. */
export interface RowTools {
  readonly end: (record: RecordValue) => ReactNode;
  readonly below: (record: RecordValue) => ReactNode;
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
}
