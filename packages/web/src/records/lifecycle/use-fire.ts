import { useRef } from 'react';
import type { RecordValue } from '@ninefold/model';
import { makeOnce } from '../../base/calls/once.ts';
import { useFireMutation, type WriteBody } from '../../base/calls/record-api.ts';
import { isRefusal, toFailure } from '../../base/store/failure.ts';

/** Fires a transition of one record; answers the record as it is then, or the error. */
export type Fire = (
  transition: string,
  body: WriteBody,
  /** The version that the values sent along were typed over; that of the record unless given. */
  version?: number,
) => Promise<{ readonly data?: RecordValue | undefined; readonly error?: unknown }>;

/** A transition of which no answer came: the record on the page may be the one that it has changed. */
interface Unsure {
  readonly transition: string;
  readonly version: number;
  readonly once: string;
}

export function useFire(entity: string, record: RecordValue): Fire {
  const [fire] = useFireMutation();
  const once = useRef(makeOnce());
  const done = useRef(0);
  const unsure = useRef<Unsure | null>(null);
  return async (transition, body, over = record.version) => {
    const before = unsure.current?.transition === transition ? unsure.current : null;
    const version = before?.version ?? over;
    const key = before?.once ?? once.current([transition, version, body, done.current]);
    const answer = await fire({ entity, id: record.id, version, transition, body, once: key });
    const failure = answer.error === undefined ? null : toFailure(answer.error);
    if (failure === null || isRefusal(failure)) unsure.current = null;
    else if (failure.code === 'answer_lost') unsure.current = { transition, version, once: key };
    if (answer.data) done.current += 1; // an approval that was withdrawn is given again on the same version
    return answer;
  };
}
