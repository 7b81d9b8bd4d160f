/** The heights that rows of a table may have, in px. */
export const ROW_HEIGHTS = [32, 40, 48] as const;
/** One of them. */
export type RowHeight = (typeof ROW_HEIGHTS)[number];

/** The narrowest and the widest that a column of a table may be made, in px. */
export const COLUMN_WIDTHS = { least: 64, most: 800 } as const;

/** One column of a table as somebody wants it. */
export interface LookColumn {
  readonly id: string;
  /** In px; null: as wide as its content wants. */
  readonly width: number | null;
}

/** How somebody wants to see a list. */
export interface ListLook {
  /** In their order; null: those of the screen. */
  readonly columns: readonly LookColumn[] | null;
  /** So many of the first columns stay where they are while the others scroll. */
  readonly pinned: number;
  readonly height: RowHeight;
  /** Whether sums and averages of the whole list stand under its numbers. */
  readonly totals: boolean;
}

/** How a list looks to somebody who has chosen nothing. */
export const PLAIN_LOOK: ListLook = { columns: null, pinned: 1, height: 40, totals: false };

/** How somebody wants the blocks of a screen to stand. */
export interface Arrangement {
  /** The ids of blocks; those that are not named follow as the screen has them. */
  readonly order: readonly string[];
  /** The ids of those that are not shown. */
  readonly hidden: readonly string[];
}

/** A list with a name of its own: a screen, and what it is narrowed by, sorted by and how it looks. */
export interface ListView {
  readonly id: string;
  readonly screen: string;
  readonly name: string;
  readonly version: number;
  /** Whether everybody who may open the screen has it. */
  readonly shared: boolean;
  /** The state of the list as its address says it, as far as the reader may know its fields. */
  readonly query: string;
  readonly look: ListLook;
  /** Whether something was left out of `query` or `look`: a field that is gone, or that the reader may not read. */
  readonly partial: boolean;
}

/** `GET /_/views`: the reader's own views and the shared ones, and how the reader wants to see lists and views. */
export interface ListViewsAnswer {
  readonly views: readonly ListView[];
  /** By the id of a screen or of a view. */
  readonly looks: { readonly [of: string]: ListLook };
  /** How the reader wants the blocks of screens, by the id of the screen. */
  readonly arrangements: { readonly [screen: string]: Arrangement };
}

/** `POST /_/views` makes one; `PATCH /_/views/<id>` with the `version` that was read changes what it names. Both answer a `ListView`. */
export interface ListViewBody {
  readonly screen: string;
  readonly name: string;
  readonly query: string;
  readonly look: ListLook;
  readonly shared: boolean;
}

/** `POST /_/arrangements`: how the reader wants the blocks of a screen to stand; null: as they are written. */
export interface ArrangementBody {
  readonly screen: string;
  readonly arrangement: Arrangement | null;
}

/** `POST /_/looks`: how the reader wants to see a screen or a view; null: as it is. */
export interface LookBody {
  readonly of: string;
  readonly look: ListLook | null;
}
