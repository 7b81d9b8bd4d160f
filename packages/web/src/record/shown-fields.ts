import { useMemo } from 'react';
import { visibleFields, type Entity, type RecordValue } from '@ninefold/model';
import { useScope } from '../model/use-model.ts';

/** The fields of a record that show now: those the answer holds and no condition hides. */
export function useShownFields(entity: Entity, record: RecordValue): ReadonlySet<string> {
  const scope = useScope();
  return useMemo(() => {
    const visible = visibleFields(entity, { ...scope, record });
    return new Set([...visible].filter((id) => record[id] !== undefined));
  }, [entity, record, scope]);
}
