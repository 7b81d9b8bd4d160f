import { useRef } from 'react';
import type { BulkAnswer, BulkBody } from '@ninefold/model';
import { makeOnce } from '../../base/calls/once.ts';
import { useBulkMutation } from './bulk-api.ts';

/** Sends one action for many records. The server applies it to each record on its own. */
export type SendBulk = (
  body: BulkBody,
) => Promise<{ readonly data?: BulkAnswer | undefined; readonly error?: unknown }>;

export function useBulk(entity: string): SendBulk {
  const [bulk] = useBulkMutation();
  const once = useRef(makeOnce());
  const sent = useRef(0);
  return async (body) => {
    const answer = await bulk({ entity, body, once: once.current([sent.current, body]) });
    // After an answer the same action is a new call with a new key.
    if (answer.error === undefined) sent.current += 1;
    return answer;
  };
}
