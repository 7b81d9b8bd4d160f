import { useEffect, useState } from 'react';
import {
  useMarkNotificationsMutation,
  useNotificationsQuery,
  useUnreadNotificationsQuery,
} from '../../base/calls/notification-api.ts';

/** As many of one record are marked at once; the server takes no more. */
const MOST = '100';

interface ReadNotificationsProps {
  readonly entity: string;
  readonly id: string;
}

/**
 * Marks what the reader was told of a record before they opened its page as read. What comes while it is open stays unread: they
 * may be away from it. Where this fails all stays unread.
 */
export function ReadNotifications({ entity, id }: ReadNotificationsProps) {
  const [told, setTold] = useState<readonly string[] | null>(null);
  const { data: all } = useUnreadNotificationsQuery(undefined);
  const query = new URLSearchParams({ unread: 'true', entity, record: id, size: MOST }).toString();
  const { data: found } = useNotificationsQuery(query, { skip: told !== null || (all?.unread ?? 0) === 0 });
  if (told === null && (all?.unread === 0 || found !== undefined)) setTold(found?.items.map((item) => item.id) ?? []);
  const [mark] = useMarkNotificationsMutation();
  useEffect(() => {
    if (told === null || told.length === 0) return undefined;
    let isRead = false;
    const read = (): void => {
      if (isRead || document.visibilityState !== 'visible') return;
      isRead = true;
      void mark({ read: true, ids: told });
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [told, mark]);
  return null;
}
