import type { UploadAnswer } from '@ninefold/model';
import { mayPass, type Failure } from '../../base/store/failure.ts';

/** What came of a call. */
export type Outcome = { readonly data: UploadAnswer } | { readonly error: Failure };

/** The calls by which a file is sent. */
export interface UploadCalls {
  begin(file: Pick<File, 'name' | 'size'>): Promise<Outcome>;
  send(id: string, from: number, content: Blob): Promise<Outcome>;
  ask(id: string): Promise<Outcome>;
}

/** How a file is sent. */
export interface Sending {
  /** Bytes of one piece: progress is told after each, and what is lost with the connection is at most one. */
  readonly piece: number;
  /** How long is waited before the next try; as many tries as there are times. A piece that arrived begins them anew. */
  readonly waits: readonly number[];
  wait(ms: number): Promise<void>;
  /** Something failed, and is tried again after a wait. */
  failing(failure: Failure): void;
  begun(id: string): void;
  /** How many bytes have arrived. */
  progress(received: number): void;
  readonly signal: AbortSignal;
}

/** All of the file is there, and waits for something else: nobody has to send it again. */
const HELD: ReadonlySet<string> = new Set(['file_not_checked', 'files_away']);

const ABORTED: Failure = { status: 0, code: 'offline', problem: null };

/**
 * Sends a file in pieces. Where a call brings no answer, the server is asked how much it has, and it goes on from there. Answers the
 * whole file, or the failure that did not pass.
 */
export async function sendFile(file: File, calls: UploadCalls, sending: Sending): Promise<Outcome> {
  const { piece, signal, waits } = sending;
  const begun = await tried(() => calls.begin(file), sending);
  if ('error' in begun) return begun;
  let state = begun.data;
  sending.begun(state.id);
  let failed = 0;
  while (state.type === null) {
    if (signal.aborted) return { error: ABORTED };
    const from = state.received;
    const sent = await calls.send(state.id, from, file.slice(from, from + piece));
    if ('data' in sent) {
      state = sent.data;
      failed = 0;
      sending.progress(state.received);
      continue;
    }
    const isBehind = sent.error.code === 'bad_parameter';
    const wait = waits[failed] ?? (HELD.has(sent.error.code) ? waits.at(-1) : undefined);
    if (wait === undefined || !(isBehind || mayPass(sent.error) || sent.error.code === 'bad_request')) return sent;
    failed += 1;
    if (!isBehind) sending.failing(sent.error);
    await sending.wait(isBehind ? 0 : wait);
    const asked = await tried(() => calls.ask(state.id), sending);
    if ('error' in asked) return asked;
    state = asked.data;
  }
  return { data: state };
}

async function tried(call: () => Promise<Outcome>, { waits, wait, failing, signal }: Sending): Promise<Outcome> {
  let outcome = await call();
  for (const ms of waits) {
    if ('data' in outcome || signal.aborted || !mayPass(outcome.error)) return outcome;
    failing(outcome.error);
    await wait(ms);
    outcome = await call();
  }
  return outcome;
}
