import { useEffect, useRef, useState } from 'react';
import { fileIn, memberOf, type StoredFile, type Wire } from '@ninefold/model';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { randomId } from '../../base/store/random-id.ts';
import { sendFile, type Outcome } from './send-file.ts';
import {
  useAskUploadMutation,
  useBeginUploadMutation,
  useCancelUploadMutation,
  useSendPieceMutation,
} from './upload-api.ts';

const PIECE_BYTES = 1_000_000;
const WAITS_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/** A file that is on its way, by the key that stands for it in the value of the form. */
export interface Underway {
  readonly file: File;
  readonly received: number;
  /** Why it has come no further. */
  readonly failure: Failure | null;
  /** Sends on at once, where it would wait for the next try. */
  readonly hurry: (() => void) | null;
}

/** What stands in the value of a form for a file that is on its way. The schema refuses it, so that nothing is saved without the file. */
export function standIn(key: string, name: string): Wire {
  return { sending: key, name };
}

/** The key of a file that is on its way; null where the value is none. */
export function sendingKey(value: Wire): string | null {
  const key = memberOf(value, 'sending');
  return typeof key === 'string' && fileIn(value) === null ? key : null;
}

async function outcomeOf(call: Promise<{ readonly data?: unknown; readonly error?: unknown }>): Promise<Outcome> {
  const { data, error } = await call;
  return error === undefined ? ({ data } as Outcome) : { error: toFailure(error) }; // the answer of that call
}

/** Waits between two tries: so long, until there is a connection again, or until the person has had enough of it. */
function makeWaiting(): { readonly wait: (ms: number) => Promise<void>; readonly hurry: () => void } {
  let isHurried = false;
  let wake = (): void => undefined;
  return {
    wait: async (ms) => {
      const listening = new AbortController();
      await new Promise<void>((resolve) => {
        wake = resolve;
        const timer = setTimeout(resolve, isHurried ? 0 : ms);
        listening.signal.addEventListener('abort', () => clearTimeout(timer));
        addEventListener('online', () => resolve(), { signal: listening.signal });
      });
      listening.abort();
      isHurried = false;
    },
    hurry: () => {
      isHurried = true;
      wake();
    },
  };
}

const BEGUN = { received: 0, failure: null, hurry: null } as const;

/** Sends files. `arrived` is told of each that is whole, by the key that `send` gave. What is on its way ends with the page. */
export function useSending(arrived: (key: string, file: StoredFile) => void) {
  const [underway, setUnderway] = useState<Readonly<Record<string, Underway>>>({});
  const stops = useRef(new Map<string, () => void>());
  const [begin] = useBeginUploadMutation();
  const [send] = useSendPieceMutation();
  const [ask] = useAskUploadMutation();
  const [cancel] = useCancelUploadMutation();
  const latest = useRef(arrived);
  useEffect(() => {
    latest.current = arrived;
  });
  useEffect(() => {
    const all = stops.current;
    return () => all.forEach((stop) => stop());
  }, []);
  const change = (key: string, file: File, more: Partial<Underway>): void =>
    setUnderway((all) => ({ ...all, [key]: { ...BEGUN, ...all[key], file, ...more } }));
  const forget = (key: string): void =>
    setUnderway((all) => Object.fromEntries(Object.entries(all).filter(([each]) => each !== key)));
  const run = async (key: string, file: File): Promise<void> => {
    const stopping = new AbortController();
    const { wait, hurry } = makeWaiting();
    let id: string | null = null;
    stops.current.set(key, () => {
      stopping.abort();
      if (id !== null) void cancel(id);
    });
    change(key, file, BEGUN);
    const calls = {
      begin: (of: Pick<File, 'name' | 'size'>) => outcomeOf(begin({ name: of.name, size: of.size })),
      send: (to: string, from: number, content: Blob) => outcomeOf(send({ id: to, from, content })),
      ask: (of: string) => outcomeOf(ask(of)),
    };
    const outcome = await sendFile(file, calls, {
      piece: PIECE_BYTES,
      waits: WAITS_MS,
      wait,
      failing: (failure) => change(key, file, { failure, hurry }),
      begun: (named) => {
        id = named;
      },
      progress: (received) => change(key, file, { ...BEGUN, received }),
      signal: stopping.signal,
    });
    if (stopping.signal.aborted) return;
    stops.current.delete(key);
    if ('error' in outcome) return change(key, file, { failure: outcome.error, hurry: null });
    const stored = fileIn({ ...outcome.data });
    forget(key);
    if (stored !== null) latest.current(key, stored);
  };
  return {
    underway,
    /** Begins to send a file; answers its key. */
    send: (file: File): string => {
      const key = randomId();
      void run(key, file);
      return key;
    },
    retry: (key: string): void => {
      const known = underway[key];
      if (known?.hurry) known.hurry();
      else if (known) void run(key, known.file);
    },
    drop: (key: string): void => {
      stops.current.get(key)?.();
      stops.current.delete(key);
      forget(key);
    },
  };
}
