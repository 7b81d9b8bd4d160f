import { useEffect, useState, type RefObject } from 'react';
import type { CommentAnswer, ConversationAnswer } from '@ninefold/model';
import { useSawCommentsMutation, type Talk } from './conversation-api.ts';

/** So long a comment is on the screen before it counts as seen. */
const LOOK_MS = 1500;

interface Shown {
  readonly standing: ConversationAnswer | undefined;
  /** The newest comment that is shown, or undefined. */
  readonly newest: CommentAnswer | undefined;
}

/**
 * Notes what was seen while the conversation is in sight of a page that is looked at. The result is the newest comment that was
 * seen when the page was opened: what came later is marked as new. Undefined: not known yet.
 */
export function useSeen(
  talk: Talk,
  box: RefObject<HTMLElement | null>,
  { standing, newest }: Shown,
): string | null | undefined {
  const { entity, id } = talk;
  const [before, setBefore] = useState<string | null | undefined>(undefined);
  const [saw] = useSawCommentsMutation();
  if (before === undefined && standing !== undefined) setBefore(standing.seen);
  const wanted = newest !== undefined && standing !== undefined && isNewer(newest.id, standing.seen) ? newest.id : null;
  useEffect(() => {
    const element = box.current;
    if (wanted === null || element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (isInSight: boolean): void => {
      clearTimeout(timer);
      if (isInSight && document.visibilityState === 'visible')
        timer = setTimeout(() => void saw({ entity, id, seen: wanted }), LOOK_MS);
    };
    const observer = new IntersectionObserver((entries) => look(entries.some(({ isIntersecting }) => isIntersecting)));
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [wanted, entity, id, box, saw]);
  return before;
}

/** Whether a comment came behind another; behind none everything came. */
export function isNewer(id: string, seen: string | null): boolean {
  return seen === null || id > seen;
}
