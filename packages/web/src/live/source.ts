import type { Changed } from './stale.ts';

/** What is done with what the server tells. */
export interface Hearing {
  onChanged(changed: Changed): void;
  /** From now on changes are heard. Those since the last one are known, or not, or there was none: `first`. */
  onReady(since: 'known' | 'unknown' | 'first'): void;
}

/** Hears of changes while it is open. */
export interface Source {
  open(): void;
  close(): void;
}

const AGAIN_MS = 30_000;

/** The events of `/_/live`. A connection that breaks is opened again by the browser; one that is refused, by us after a while. */
export function createSource(hearing: Hearing): Source {
  let events: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: string | null = null;
  let opened = false;
  const close = (): void => {
    clearTimeout(timer);
    events?.close();
    events = null;
  };
  const open = (): void => {
    if (events) return;
    clearTimeout(timer);
    const source = new EventSource(`/_/live${last === null ? '' : `?after=${encodeURIComponent(last)}`}`);
    events = source;
    source.addEventListener('ready', (event) => {
      const isFirst = !opened;
      opened = true;
      const isKnown = last !== null && (JSON.parse(event.data) as { readonly known: boolean }).known;
      last = event.lastEventId;
      hearing.onReady(isFirst ? 'first' : isKnown ? 'known' : 'unknown');
    });
    source.addEventListener('changed', (event) => {
      last = event.lastEventId;
      hearing.onChanged(JSON.parse(event.data) as Changed);
    });
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED || events !== source) return;
      close();
      timer = setTimeout(open, AGAIN_MS);
    });
  };
  return { open, close };
}
