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
  readonly failure: Failure | null;
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

/** Waits so long, or until there is a connection again. */
function waitOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
  });
}

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
    setUnderway((all) => ({ ...all, [key]: { received: 0, failure: null, ...all[key], file, ...more } }));
  const forget = (key: string): void =>
    setUnderway((all) => Object.fromEntries(Object.entries(all).filter(([each]) => each !== key)));
  const run = async (key: string, file: File): Promise<void> => {
    const stopping = new AbortController();
    let id: string | null = null;
    stops.current.set(key, () => {
      stopping.abort();
      if (id !== null) void cancel(id);
    });
    change(key, file, { received: 0, failure: null });
    const calls = {
      begin: (of: Pick<File, 'name' | 'size'>) => outcomeOf(begin({ name: of.name, size: of.size })),
      send: (to: string, from: number, content: Blob) => outcomeOf(send({ id: to, from, content })),
      ask: (of: string) => outcomeOf(ask(of)),
    };
    const outcome = await sendFile(file, calls, {
      piece: PIECE_BYTES,
      waits: WAITS_MS,
      wait: waitOnline,
      begun: (named) => {
        id = named;
      },
      progress: (received) => change(key, file, { received }),
      signal: stopping.signal,
    });
    if (stopping.signal.aborted) return;
    stops.current.delete(key);
    if ('error' in outcome) return change(key, file, { failure: outcome.error });
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
      if (known) void run(key, known.file);
    },
    drop: (key: string): void => {
      stops.current.get(key)?.();
      stops.current.delete(key);
      forget(key);
    },
  };
}
