import type { Fault } from './faults.ts';

/** How long the same fault is counted before it is sent again. */
const PAUSE_MS = 60_000;

/** How many different faults a page sends during a pause. More are dropped: a page that fails without end says nothing new. */
const MOST = 10;

/** The frames of a stack that tell one fault from another. */
const FRAMES = 3;

/** What faults of one cause have in common: kind, name, message without its numbers, and the innermost frames. */
export function fingerprintOf({ error, context }: Fault): string {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const frames = error instanceof Error ? (stack ?? '').split('\n').filter((line) => /:\d+:\d+/.test(line)) : [];
  return [context['kind'] ?? '', name, message.replaceAll(/\d+/g, '0'), ...frames.slice(0, FRAMES)].join('\n');
}

/** Faults on their way to the intake. */
export interface FoldedFaults {
  take(fault: Fault): void;
  /** Sends what was counted since the last event: the page ends. */
  flush(): void;
}

/**
 * Sends the first of equal faults at once and counts the others: `times` says how many stand behind an event. At most
 * one event a minute is sent for each fingerprint.
 */
export function foldFaults(send: (fault: Fault, times: number) => void): FoldedFaults {
  const counted = new Map<string, { last: Fault; times: number }>();
  const pause = (fingerprint: string, last: Fault): void => {
    counted.set(fingerprint, { last, times: 0 });
    setTimeout(() => {
      const known = counted.get(fingerprint);
      counted.delete(fingerprint);
      if (!known || known.times === 0) return;
      send(known.last, known.times);
      pause(fingerprint, known.last);
    }, PAUSE_MS);
  };
  return {
    take: (fault) => {
      const fingerprint = fingerprintOf(fault);
      const known = counted.get(fingerprint);
      if (known) {
        known.last = fault;
        known.times += 1;
      } else if (counted.size < MOST) {
        send(fault, 1);
        pause(fingerprint, fault);
      }
    },
    flush: () => {
      for (const known of counted.values()) {
        if (known.times > 0) send(known.last, known.times);
        known.times = 0;
      }
    },
  };
}
