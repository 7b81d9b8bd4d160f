import { useRef } from 'react';
import type { BulkAnswer, BulkBody } from '@ninefold/model';
import { makeOnce } from '../form/once.ts';
import { useBulkMutation } from './bulk-api.ts';

/** Sends one action on many records; each gets what it can. */
export type SendBulk = (
  body: BulkBody,
) => Promise<{ readonly data?: BulkAnswer | undefined; readonly error?: unknown }>;

export function useBulk(entity: string): SendBulk {
  const [bulk] = useBulkMutation();
  const once = useRef(makeOnce());
  const sent = useRef(0);
  return async (body) => {
    const answer = await bulk({ entity, body, once: once.current([sent.current, body]) });
    // What was answered is over: the same action again is a new one.
    if (answer.error === undefined) sent.current += 1;
    return answer;
  };
}
