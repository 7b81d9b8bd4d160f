import { useEffect, useState } from 'react';
import { useLimit } from '../../base/model/use-model.ts';
import { useAppDispatch } from '../../base/store/store.ts';
import { conversationEndpoints, useMentionableQuery, type Talk } from './conversation-api.ts';
import { stillMentioned, unpickedWords, withTitles, type Mentioned } from './mentions.ts';

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

/** A text as it is about to be sent, and whom its writer has picked of those who were offered. */
interface Sent {
  readonly text: string;
  readonly internal: boolean;
  readonly picked: readonly Mentioned[];
}

/**
 * Whom a text mentions: the people who were picked, and those whose whole names were typed or pasted behind `@`. Of whom nobody could
 * be asked, as without a connection, only the picked ones are.
 */
export function useTypedNames(talk: Talk): (sent: Sent) => Promise<readonly Mentioned[]> {
  const dispatch = useAppDispatch();
  return async ({ text, internal, picked }) => {
    const asked = unpickedWords(text, picked).map(async (search) => {
      const query = conversationEndpoints.mentionable.initiate({ ...talk, search, internal }, { subscribe: false });
      return withTitles((await dispatch(query)).data?.items ?? []);
    });
    return stillMentioned(text, [...picked, ...(await Promise.all(asked)).flat()]);
  };
}
