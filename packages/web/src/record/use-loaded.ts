import { useEffect, useMemo, useState } from 'react';
import { idOf, pathsRead, type Entity, type RecordValue, type Wire } from '@ninefold/model';
import { useAppDispatch } from '../store/store.ts';
import { recordEndpoints } from './record-api.ts';

/**
 * The record with the targets of those references loaded through which the entity's expressions read; null while they come.
 * What may not be read stays as it is: the server judges it.
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
  const names = new Set(pathsRead(entity).map((path) => path.split('.')[0] ?? ''));
  return [...names].flatMap((name) => {
    const field = entity.fields[name];
    const id = idOf(record[name] as Wire);
    return field?.type === 'reference' && id !== null ? [{ field: name, to: field.to, id }] : [];
  });
}
