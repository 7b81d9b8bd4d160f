import { useEffect, useMemo, useState } from 'react';
import { idOf, isOneReference, pathsRead, stepsOf, type Entity, type RecordValue, type Wire } from '@ninefold/model';
import { useAppDispatch } from '../../base/store/store.ts';
import { recordEndpoints } from '../../base/calls/record-api.ts';

/**
 * Loads the records that the entity's expressions read through references, and puts them into the record. Null while
 * they load. A target that the user may not read stays an id, and the server judges the expression.
 */
export function useLoaded(entity: Entity, record: RecordValue): RecordValue | null {
  const dispatch = useAppDispatch();
  const wanted = useMemo(() => wantedOf(entity, record), [entity, record]);
  const [loaded, setLoaded] = useState<Readonly<Record<string, Wire>> | null>(wanted.length === 0 ? {} : null);
  useEffect(() => {
    if (wanted.length === 0) return;
    let current = true;
    const asked = wanted.map(async ({ field, to, id }): Promise<readonly [string, Wire] | null> => {
      const answer = await dispatch(recordEndpoints.record.initiate({ entity: to, id }, { subscribe: false }));
      return answer.data ? [field, answer.data] : null;
    });
    void Promise.all(asked).then((pairs) => {
      if (current) setLoaded(Object.fromEntries(pairs.filter((pair) => pair !== null)));
    });
    return () => {
      current = false;
    };
  }, [dispatch, wanted]);
  return useMemo(() => loaded && { ...record, ...loaded }, [loaded, record]);
}

function wantedOf(entity: Entity, record: RecordValue) {
  const names = new Set(pathsRead(entity).map((path) => stepsOf(path)[0] ?? ''));
  return [...names].flatMap((name) => {
    const field = entity.fields[name];
    const id = idOf(record[name]);
    return isOneReference(field) && id !== null ? [{ field: name, to: field.to, id }] : [];
  });
}
