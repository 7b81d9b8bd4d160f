/** Ids of changed records by entity. Null: too many to list. */
export type ChangedRecords = Readonly<Record<string, readonly string[] | null>>;

/** What `GET /_/live` sends, by the name of the event. */
export interface LiveEvents {
  /**
   * The feed is connected, or the roles of the reader have changed. `known`: the changes since the last event of this page follow.
   * `model`: the hash of the model that is served. `roles`: those of the reader.
   */
  readonly ready: { readonly known: boolean; readonly model: string; readonly roles: readonly string[] };
  readonly changed: ChangedRecords;
  /** Something was said about these records, or taken back. */
  readonly commented: ChangedRecords;
  /** The reader has other notifications than before. */
  readonly notified: Readonly<Record<string, never>>;
  /** A limit was set: what reads it is another. */
  readonly limits: Readonly<Record<string, never>>;
  /** The server ends: the page connects again, to this server or another one. */
  readonly elsewhere: Readonly<Record<string, never>>;
}

/** The kinds of events of the change feed. */
export type LiveEvent = keyof LiveEvents;
