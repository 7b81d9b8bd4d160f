import { useRef } from 'react';
import type { RecordValue } from '@ninefold/model';
import { makeOnce } from '../../base/calls/once.ts';
import { useFireMutation, type WriteBody } from '../../base/calls/record-api.ts';

/** Fires a transition of one record; answers the record as it is then, or the error. */
export type Fire = (
  transition: string,
  body: WriteBody,
) => Promise<{ readonly data?: RecordValue | undefined; readonly error?: unknown }>;

export function useFire(entity: string, record: RecordValue): Fire {
  const [fire] = useFireMutation();
  const once = useRef(makeOnce());
  return async (transition, body) =>
    fire({
      entity,
      id: record.id,
      version: record.version,
      transition,
      body,
      once: once.current([transition, record.version, body]),
    });
}
