import { useEffect, useState } from 'react';
import { useLimit } from '../../base/model/use-model.ts';
import { useMentionableQuery, type Talk } from './conversation-api.ts';
import { withTitles, type Mentioned } from './mentions.ts';

const NOBODY: readonly Mentioned[] = [];

/** The people who may be mentioned and whose names fit what was typed, after a pause in typing; null: nothing is typed. */
export function useOffered(talk: Talk, name: string | null, internal: boolean): readonly Mentioned[] {
  const waitMs = useLimit('picker_wait_ms');
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(name), name === null ? 0 : waitMs);
    return () => clearTimeout(timer);
  }, [name, waitMs]);
  const { currentData } = useMentionableQuery(
    { entity: talk.entity, id: talk.id, search: asked ?? '', internal },
    { skip: asked === null || name === null },
  );
  return name === null || currentData === undefined ? NOBODY : withTitles(currentData.items);
}
