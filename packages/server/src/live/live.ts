import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Caller } from '../records/context/records.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { FollowChanges, RecordChange } from '../storage/database/changes.ts';
import { createRecentChanges } from './recent-changes.ts';
import { openStream } from './stream.ts';
import { createPublisher, type Connection, type PublisherParts } from './publish.ts';

/** Publishes changed records to open pages. Each reader learns of the records that they may read. */
export interface Live {
  /** Keeps the answer open. `after`: the id of the last event that this page received, or null. False where too many are open. */
  open(
    reader: { readonly token: string; readonly caller: Caller },
    response: ServerResponse,
    after: string | null,
    headers: OutgoingHttpHeaders,
  ): boolean;
  /** The place after all changes that are known, as the id of an event; null where it is not known yet. A page that asks for it is awaited for a while. */
  place(): string | null;
  /** Ends those of sessions that have ended. */
  review(): Promise<void>;
  /** Sends every page elsewhere: this server ends. */
  close(): void;
}

export interface LiveParts extends PublisherParts {
  readonly sessions: Pick<SessionStore, 'standing'>;
  readonly follow: FollowChanges;
  /** The most connections of this process. */
  readonly most: number;
  /** The most of one person, whatever session they come with. */
  readonly mostOfOne: number;
  /** Takes a line for the operator. */
  readonly log: (line: string) => void;
}

/** Changes that come within this time are published together. */
const GATHER_MS = 100;
const REVIEW_MS = 1000;
const BEAT_MS = 20_000;
const AGAIN_MS = 1000;
/** A page that is being opened connects within this time. */
const AWAITED_MS = 30_000;

export function createLive(parts: LiveParts): Live {
  const connections = new Set<Connection>();
  let recent = createRecentChanges();
  let stop: (() => void) | null = null;
  let isClosed = false;
  let publishing: Promise<void> = Promise.resolve();
  const timers: NodeJS.Timeout[] = [];
  const newest = (): number => recent.newest() ?? 0;
  const publish = createPublisher(parts, newest, (connection) => drop(connection));
  const drop = (connection: Connection): void => {
    if (connections.delete(connection)) connection.stream.end();
    if (connections.size === 0 && !awaited.isOn()) rest();
  };
  const rest = (): void => {
    stop?.();
    stop = null;
    for (const timer of timers.splice(0)) clearInterval(timer);
    gatherer.clear();
    recent = createRecentChanges();
  };
  const awaited = createWait(AWAITED_MS, () => connections.size === 0 && rest());
  const gatherer = createGatherer((changes) => {
    publishing = publishing
      .then(() => publish([...connections], changes))
      .catch((error: unknown) => parts.log(`Changes were not published to open pages: ${String(error)}`));
  });
  const begin = (): void => {
    stop = parts.follow((changed) => {
      const isFirst = recent.newest() === null;
      recent.add(changed);
      if (isFirst) connections.forEach(catchUp);
      gatherer.add(changed.changes);
    });
    timers.push(
      setInterval(() => void review().catch(() => undefined), REVIEW_MS).unref(),
      setInterval(() => connections.forEach(({ stream }) => stream.beat()), BEAT_MS).unref(),
    );
  };
  const review = async (): Promise<void> => (await endedOf(parts.sessions, connections)).forEach(drop);
  const catchUp = (connection: Connection): void => {
    const { stream, after, caller } = connection;
    const missed = after === null ? [] : recent.since(after);
    const ready = { known: missed !== null, model: parts.model, roles: caller.me.roles };
    stream.send('ready', String(recent.newest()), ready);
    if (missed !== null && missed.length > 0) {
      const changes = missed.flatMap((changed) => changed.changes);
      publishing = publishing.then(() => publish([connection], changes)).catch(() => drop(connection));
    }
  };
  return {
    open: ({ token, caller }, response, after, headers) => {
      if (isClosed || connections.size >= parts.most || countOf(connections, caller) >= parts.mostOfOne) return false;
      const stream = openStream(response, AGAIN_MS, headers);
      const connection = { token, caller, knownAt: performance.now(), stream, after: placeOf(after) };
      response.on('close', () => drop(connection));
      if (recent.newest() !== null) catchUp(connection); // else as soon as the place is known from which changes are received
      connections.add(connection);
      if (stop === null) begin();
      return true;
    },
    place: () => {
      if (stop === null && !isClosed) begin();
      awaited.begin();
      return recent.newest()?.toString() ?? null;
    },
    review,
    close: () => {
      isClosed = true;
      const place = String(newest());
      awaited.end();
      for (const connection of connections) {
        connection.stream.send('elsewhere', place, {});
        drop(connection);
      }
      rest();
    },
  };
}

function placeOf(text: string | null): number | null {
  return text !== null && /^\d{1,15}\d?$/.test(text) ? Number(text) : null;
}

function countOf(connections: ReadonlySet<Connection>, { me }: Caller): number {
  return [...connections].filter(({ caller }) => caller.me.id === me.id).length;
}

/** The connections whose sessions have ended. */
async function endedOf(
  sessions: LiveParts['sessions'],
  connections: ReadonlySet<Connection>,
): Promise<readonly Connection[]> {
  const tokens = [...new Set([...connections].map(({ token }) => token))];
  if (tokens.length === 0) return [];
  const standing = await sessions.standing(tokens);
  return [...connections].filter(({ token }) => !standing.has(token));
}

/** A time that begins once, and at whose end something is done. */
function createWait(ms: number, act: () => void) {
  let timer: NodeJS.Timeout | null = null;
  const end = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  const begin = (): void => {
    timer ??= setTimeout(() => {
      end();
      act();
    }, ms).unref();
  };
  return { begin, end, isOn: () => timer !== null };
}

/** Collects changes, and publishes together those that came within a moment. */
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
