import { useRef } from 'react';
import type { RecordValue } from '@ninefold/model';
import { makeOnce } from '../../base/calls/once.ts';
import { useFireMutation, type WriteBody } from '../../base/calls/record-api.ts';

/** Fires a transition of one record; answers the record as it is then, or the error. */
export type Fire = (
  transition: string,
  body: WriteBody,
  /** The version that the values sent along were typed over; that of the record unless given. */
  version?: number,
) => Promise<{ readonly data?: RecordValue | undefined; readonly error?: unknown }>;

export function useFire(entity: string, record: RecordValue): Fire {
  const [fire] = useFireMutation();
  const once = useRef(makeOnce());
  const done = useRef(0);
  return async (transition, body, version = record.version) => {
    const answer = await fire({
      entity,
      id: record.id,
      version,
      transition,
      body,
      once: once.current([transition, version, body, done.current]),
    });
    if (answer.data) done.current += 1; // an approval that was withdrawn is given again on the same version
    return answer;
  };
}
