import type { ChangedRecords, LiveEvent, LiveEvents } from '@ninefold/model';

/** Handlers of the change feed. */
export interface Hearing {
  onChanged(changed: ChangedRecords): void;
  /** Something was said about records. */
  onCommented(): void;
  /** The reader has other notifications. */
  onNotified(): void;
  /** A limit was set. */
  onLimits(): void;
  /** The feed is connected. `known`: the changes since the last event follow. `unknown`: they are lost. `first`: there was no event before. `model`: the hash of the model that is served. `roles`: those of the reader. */
  onReady(since: 'known' | 'unknown' | 'first', model: string, roles: readonly string[]): void;
  /** The server has answered, but not with the feed: the session may have ended. */
  onRefused(): void;
  /** Whether nobody has answered for a while, after the feed was lost. */
  onAway(isAway: boolean): void;
}

/** A connection to the change feed. */
export interface Source {
  open(): void;
  close(): void;
}

/** The pauses after refusals: the first one is short, since another server may answer already. */
const AGAIN_MS = [1000, 2000, 5000, 10_000, 30_000];

/** A lost connection that is there again within this time is nobody's concern. */
const AWAY_MS = 5000;

/** A pause of its own for each page, so that not all of them come at the same moment. */
function pauseMs(refused: number): number {
  const longest = AGAIN_MS[Math.min(refused, AGAIN_MS.length - 1)] ?? 0;
  return longest * (0.5 + Math.random() / 2);
}

/** The events of `GET /_/live`. The browser reopens a broken connection. After a refusal, and where the server ends (`elsewhere`), this function reopens it, with a pause. `place`: changes after this place are to be published. */
export function createSource(hearing: Hearing, place: string | null = null): Source {
  let events: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = place;
  let opened = place !== null;
  let refused = 0;
  let lost: ReturnType<typeof setTimeout> | undefined;
  /** What the page does at each event. `before`: the id of the event before it. */
  const heard: { readonly [E in LiveEvent]: (data: LiveEvents[E], before: string | null) => void } = {
    ready: ({ known, model, roles }, before) => {
      const since = !opened ? 'first' : known && before !== null ? 'known' : 'unknown';
      opened = true;
      refused = 0;
      back();
      hearing.onReady(since, model, roles);
    },
    changed: (changed) => hearing.onChanged(changed),
    commented: () => hearing.onCommented(),
    notified: () => hearing.onNotified(),
    limits: () => hearing.onLimits(),
    elsewhere: () => again(),
  };
  const back = (): void => {
    clearTimeout(lost);
    lost = undefined;
    hearing.onAway(false);
  };
  const close = (): void => {
    clearTimeout(timer);
    back();
    events?.close();
    events = null;
  };
  const again = (): void => {
    close();
    timer = setTimeout(open, pauseMs(refused));
    refused += 1;
  };
  const open = (): void => {
    if (events) return;
    clearTimeout(timer);
    const source = new EventSource(`/_/live${last === null ? '' : `?after=${encodeURIComponent(last)}`}`);
    events = source;
    for (const [name, hear] of Object.entries<(data: never, before: string | null) => void>(heard)) {
      source.addEventListener(name, (event: MessageEvent<string>) => {
        const before = last;
        last = event.lastEventId;
        hear(JSON.parse(event.data) as never, before); // as the server writes it: the table pairs each event with its data
      });
    }
    source.addEventListener('error', () => {
      if (events !== source) return;
      // While the browser tries again by itself, there was no answer at all.
      if (source.readyState !== EventSource.CLOSED) {
        lost ??= setTimeout(() => hearing.onAway(true), AWAY_MS);
        return;
      }
      again();
      hearing.onRefused();
    });
  };
  return { open, close };
}
