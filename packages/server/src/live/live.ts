import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Caller } from '../records/records.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { FollowChanges, RecordChange } from '../storage/changes.ts';
import { createPast } from './past.ts';
import { openStream } from './stream.ts';
import { createTeller, type Connection, type TellerParts } from './teller.ts';

/** Tells open pages which records were changed, each reader of those that he may read. */
export interface Live {
  /** Keeps the answer open. `after`: the id of the last event that this page has heard, or null. False where too many are open. */
  open(
    reader: { readonly token: string; readonly caller: Caller },
    response: ServerResponse,
    after: string | null,
    headers: OutgoingHttpHeaders,
  ): boolean;
  /** Ends those of sessions that have ended. */
  review(): Promise<void>;
  close(): void;
}

export interface LiveParts extends TellerParts {
  readonly sessions: Pick<SessionStore, 'standing'>;
  readonly follow: FollowChanges;
  /** The most connections of this process, and of one session. */
  readonly most: number;
  /** Takes a line for the operator. */
  readonly log: (line: string) => void;
}

/** Changes that come together are told together. */
const GATHER_MS = 100;
const REVIEW_MS = 1000;
const BEAT_MS = 20_000;
const AGAIN_MS = 1000;
const MOST_OF_ONE = 20;

export function createLive(parts: LiveParts): Live {
  const connections = new Set<Connection>();
  let past = createPast();
  let stop: (() => void) | null = null;
  let isClosed = false;
  let telling: Promise<void> = Promise.resolve();
  const timers: NodeJS.Timeout[] = [];

  const tell = createTeller(
    parts,
    () => past.newest() ?? 0,
    (connection) => drop(connection),
  );
  const drop = (connection: Connection): void => {
    if (!connections.delete(connection)) return;
    connection.stream.end();
    if (connections.size === 0) rest();
  };
  const rest = (): void => {
    stop?.();
    stop = null;
    for (const timer of timers.splice(0)) clearInterval(timer);
    gatherer.clear();
    past = createPast();
  };
  const gatherer = createGatherer((changes) => {
    telling = telling
      .then(() => tell([...connections], changes))
      .catch((error: unknown) => parts.log(`Open pages were not told of changes: ${String(error)}`));
  });
  const begin = (): void => {
    stop = parts.follow((changed) => {
      const isFirst = past.newest() === null;
      past.add(changed);
      if (isFirst) connections.forEach(catchUp);
      gatherer.add(changed.changes);
    });
    timers.push(
      setInterval(() => void review().catch(() => undefined), REVIEW_MS).unref(),
      setInterval(() => connections.forEach(({ stream }) => stream.beat()), BEAT_MS).unref(),
    );
  };
  const review = async (): Promise<void> => {
    const tokens = [...new Set([...connections].map(({ token }) => token))];
    if (tokens.length === 0) return;
    const standing = await parts.sessions.standing(tokens);
    for (const connection of connections) if (!standing.has(connection.token)) drop(connection);
  };
  const catchUp = (connection: Connection): void => {
    const { stream, after } = connection;
    const missed = after === null ? [] : past.since(after);
    stream.send('ready', String(past.newest()), { known: missed !== null });
    if (missed !== null && missed.length > 0) {
      const changes = missed.flatMap((changed) => changed.changes);
      telling = telling.then(() => tell([connection], changes)).catch(() => drop(connection));
    }
  };
  return {
    open: ({ token, caller }, response, after, headers) => {
      const own = [...connections].filter((connection) => connection.token === token).length;
      if (isClosed || connections.size >= parts.most || own >= MOST_OF_ONE) return false;
      const stream = openStream(response, AGAIN_MS, headers);
      const connection = { token, caller, knownAt: performance.now(), stream, after: placeOf(after) };
      response.on('close', () => drop(connection));
      if (past.newest() !== null) catchUp(connection); // else as soon as it is known from where on changes are heard
      connections.add(connection);
      if (stop === null) begin();
      return true;
    },
    review,
    close: () => {
      isClosed = true;
      for (const connection of connections) drop(connection);
    },
  };
}

function placeOf(text: string | null): number | null {
  return text !== null && /^\d{1,15}\d?$/.test(text) ? Number(text) : null;
}

/** Takes changes, and gives on together what came within a moment. */
function createGatherer(act: (changes: readonly RecordChange[]) => void) {
  let gathered: RecordChange[] = [];
  let timer: NodeJS.Timeout | null = null;
  const clear = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    gathered = [];
  };
  const give = (): void => {
    const changes = gathered;
    clear();
    act(changes);
  };
  return {
    add: (changes: readonly RecordChange[]): void => {
      gathered.push(...changes);
      if (gathered.length > 0) timer ??= setTimeout(give, GATHER_MS);
    },
    clear,
  };
}
