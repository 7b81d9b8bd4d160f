import { useDebouncedValue } from '@mantine/hooks';
import { canEver, type Model, type RecordValue, type Rights } from '@ninefold/model';
import { useEffect, useState } from 'react';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { recordEndpoints } from '../../base/calls/record-api.ts';
import { useAppDispatch } from '../../base/store/store.ts';

/** Records of one entity that a search found. */
export interface Found {
  readonly entity: string;
  readonly items: readonly RecordValue[];
}

const WAIT_MS = 150;

/** Entities with something that a search looks at, as far as the reader may read them. */
export function searchable(model: Model, rights: Rights): readonly string[] {
  return Object.values(model.entities)
    .filter(({ id, fields }) => canEver(rights, id, 'read') && Object.values(fields).some(({ search }) => search))
    .map(({ id }) => id);
}

/** The records that a search finds, at most `size` of each entity. The search starts after a pause in typing. Null while it runs. */
export function useFoundRecords(typed: string, size: number): readonly Found[] | null {
  const model = useModel();
  const rights = useRights();
  const dispatch = useAppDispatch();
  const [text] = useDebouncedValue(typed.trim(), WAIT_MS);
  const [found, setFound] = useState<{ readonly text: string; readonly of: readonly Found[] }>({ text: '', of: [] });
  useEffect(() => {
    if (text === '') return undefined;
    let current = true;
    const query = new URLSearchParams({
      search: text,
      search_in: 'columns',
      size: String(size),
      total: 'none',
    }).toString();
    const asked = searchable(model, rights).map(async (entity) => {
      const { data } = await dispatch(recordEndpoints.list.initiate({ entity, query }, { subscribe: false }));
      return { entity, items: data?.items ?? [] };
    });
    void Promise.all(asked).then((of) => current && setFound({ text, of: of.filter(({ items }) => items.length > 0) }));
    return () => {
      current = false;
    };
  }, [text, size, model, rights, dispatch]);
  if (typed.trim() === '') return [];
  return found.text === typed.trim() ? found.of : null;
}
