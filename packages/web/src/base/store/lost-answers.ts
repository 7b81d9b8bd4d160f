import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { randomId } from './random-id.ts';

/** A write of records with its idempotency key. */
export interface Keyed {
  readonly args: FetchArgs;
  /** No answer came: the same write gets the same key from now on. */
  readonly lose: () => unknown;
  /** The server has said what became of it: a later write of the same is another one. */
  readonly settle: () => unknown;
}

/** By the address of a record: the keys of writes of which no answer came, by what was sent. */
const lost = new Map<string, Map<string, string>>();

/**
 * Gives a write its idempotency key: the one that the same write carried before, where no answer came to that one. The server then
 * does both once. A key that the call brings along stays.
 */
export function keyed(args: FetchArgs): Keyed {
  const of = args.url.split('/', 4).join('/');
  const sent = JSON.stringify(args);
  const key = lost.get(of)?.get(sent) ?? randomId();
  return {
    args: { ...args, headers: { 'Idempotency-Key': key, ...(args.headers as Record<string, string> | undefined) } }, // as the calls of this application write them
    lose: () => lost.set(of, new Map(lost.get(of)).set(sent, key)),
    settle: () => lost.delete(of),
  };
}
