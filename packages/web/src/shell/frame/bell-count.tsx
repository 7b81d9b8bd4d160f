import { useUnreadNotificationsQuery } from '../../base/calls/notification-api.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './bell-count.module.css';

/** So many are counted; the server says no more. */
const COUNTED = 100;

/** How many notifications are unread, as it changes. */
export function BellCount() {
  const { t } = useTexts();
  const { number } = useFormat();
  const { data } = useUnreadNotificationsQuery(undefined);
  const unread = data?.unread ?? 0;
  const shown = unread < COUNTED ? number(unread, 0) : t('inbox.many', { number: number(COUNTED - 1, 0) });
  return (
    <output data-nf-bell-count={unread}>
      {unread > 0 && (
        <>
          <span className={classes['count']} aria-hidden>
            {shown}
          </span>
          <span className="nf-hidden">{t('inbox.unread_count', { count: unread, number: shown })}</span>
        </>
      )}
    </output>
  );
}
