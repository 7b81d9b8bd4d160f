/** One reported fault: all events of one cause from one source. `at`, `user`, `level`, `message` and `handled` are those of the newest. */
export interface FaultAnswer {
  readonly id: string;
  /** RFC 3339 UTC. */
  readonly at: string;
  /** When it was reported first, RFC 3339 UTC. */
  readonly first: string;
  /** How often it happened. */
  readonly times: number;
  readonly source: 'browser' | 'program' | 'server';
  /** The id of the signed-in user. */
  readonly user: string | null;
  readonly level: string;
  readonly message: string;
  /** Whether the program caught it and went on; null where the report does not say. */
  readonly handled: boolean | null;
}

/** `GET /_/faults`: the newest ones of each sender, the newest first. */
export interface FaultsAnswer {
  readonly items: readonly FaultAnswer[];
}
