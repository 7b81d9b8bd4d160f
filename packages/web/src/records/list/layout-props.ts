import type { ReactNode } from 'react';
import type { Entity, ListAnswer, ListLook, ListDefaults, ListScreen, ListState } from '@ninefold/model';
import type { Selection } from '../bulk/selection.ts';
import type { Column } from '../rows/columns.ts';
import type { RowTools } from '../rows/rows-props.ts';

/** What a layout of a list is given. */
export interface LayoutProps {
  readonly entity: Entity;
  readonly screen: ListScreen;
  readonly columns: readonly Column[];
  readonly answer: ListAnswer | undefined;
  readonly slow: boolean;
  readonly busy: boolean;
  readonly state: ListState;
  readonly defaults: ListDefaults;
  readonly title: string;
  /** Null where this person can do nothing with several records. */
  readonly selection: Selection | null;
  /** The query that gave the answer. */
  readonly query: string;
  /** What narrows the list, as a call says it. */
  readonly filter: string;
  /** How the reader wants to see the list. */
  readonly look: ListLook;
  /** The screen or view for which that is kept; null where it cannot be changed, or not yet. */
  readonly lookOf: string | null;
  readonly create: ReactNode;
  readonly tools?: RowTools | undefined;
  readonly onChange: (next: Partial<ListState>) => void;
}
