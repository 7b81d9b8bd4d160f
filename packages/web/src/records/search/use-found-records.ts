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

/** Entities that the reader may read: a search finds every record by its key and its title, as that of its list does. */
export function searchable(model: Model, rights: Rights): readonly string[] {
  return Object.keys(model.entities).filter((entity) => canEver(rights, entity, 'read'));
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
