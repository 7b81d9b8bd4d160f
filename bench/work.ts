import type { Store } from './store.ts';

/** What is measured: a specification, the tickets in it, and the same written by hand. */
export interface Work {
  readonly name: WorkName;
  /** The heading above its table. */
  readonly says: string;
  /** Folder of the specification, from the root of the repository. */
  readonly folder: string;
  /** Callers with and without a row condition: the first parts of their addresses. */
  readonly people: { readonly held: string; readonly free: string };
  /** Query of the list without its page, by the product's own parameters. */
  readonly list: string;
  /** The field that the list is sorted by, and its value in the middle. */
  readonly sorted: { readonly by: string; readonly middle: string };
  /** How its tickets are written by hand into the tables that the product made. */
  readonly same: Omit<SameTables, 'template' | 'part' | 'by'>;
  /** Writes the same tickets into the product's tables and the reference's. The product must not run. */
  fill(product: Store, reference: Store, count: number): Promise<Filled>;
}

/** Writes of tickets by hand with the product's own tables. */
export interface SameTables {
  /** A stored ticket: what is not sent is as in it. */
  readonly template: Readonly<Record<string, unknown>>;
  /** The sequence of the numbers that tickets draw; null where they draw none. */
  readonly part: string | null;
  /** The id of who writes. */
  readonly by: string;
  /** The field that an update changes, which is searched. */
  readonly text: string;
  /** The fields that a creation sends. */
  readonly sent: readonly string[];
  /** Conditions in SQL: `{caller}` is the first value of the caller, other names in brackets are fields of the new row; `t` is the stored one. */
  readonly mayCreate: string;
  readonly mayUpdate: string;
}

export type WorkName = 'rule' | 'desk';

/** What the calls of the measurement are made with. */
export interface Filled {
  /** Ids of tickets that the caller with a row condition may read and change. */
  readonly ids: readonly string[];
  /** The values of that caller that the reference uses. */
  readonly caller: readonly string[];
  /** A word that about one ticket in a hundred has. */
  readonly word: string;
  /** Bodies of a creation and of an update. The number of the call makes them differ. */
  created(turn: number): Readonly<Record<string, string>>;
  updated(turn: number): Readonly<Record<string, string>>;
}

/** The same work as a good developer writes it by hand: plain tables, one statement per call. */
export interface ByHand {
  readonly schema: Readonly<Record<'sqlite' | 'postgres', string>>;
  /** `$1` and the following parameters are values of the caller; the values of the call come after them. */
  statements(engine: 'sqlite' | 'postgres'): Texts;
  /** Names of the body's fields in the order in which `insert` and `update` take them. */
  readonly body: { readonly insert: readonly string[]; readonly update: readonly string[] };
}

/** `page`, `after` and `total` take the filter, `after` the last key too; `insert` takes id, due and now before the body, `update` id and now. */
export interface Texts {
  readonly one: string;
  readonly page: string;
  readonly after: string;
  readonly total: string;
  readonly search: string;
  readonly found: string;
  readonly insert: string;
  readonly update: string;
}
