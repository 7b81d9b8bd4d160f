import { Button } from '@mantine/core';
import type { NotificationAnswer } from '@ninefold/model';
import { Link } from 'react-router';
import { useMarkNotificationsMutation } from '../../base/calls/notification-api.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import classes from './inbox.module.css';
import { useNotificationText } from './use-notification-text.ts';

/** One notification: what it says, of which record, when, and whether it is read. Whoever goes to the record has read it. */
export function NotificationRow({
  item,
  isOfRecord,
}: {
  readonly item: NotificationAnswer;
  readonly isOfRecord: boolean;
}) {
  const { t } = useTexts();
  const { instant, readInstant, number } = useFormat();
  const said = useNotificationText();
  const [mark, { error, isLoading }] = useMarkNotificationsMutation();
  const { id, about, at, times, read } = item;
  const set = (to: boolean): void => void mark({ read: to, ids: [id] });
  const record = about?.record ?? null;
  return (
    <tr data-nf-record={record?.id ?? ''} data-nf-notification={item.kind} data-nf-read={read}>
      <th scope="row" className={classes['what']} data-read={read}>
        <div>
          {!read && (
            <span className={classes['dot']}>
              <span className="nf-hidden">{t('inbox.is_unread')}: </span>
            </span>
          )}
          <bdi>{said(item)}</bdi>
          {times > 1 && (
            <span className={classes['quiet']}> {t('inbox.times', { count: times, number: number(times, 0) })}</span>
          )}
        </div>
        {about !== null && record !== null && (
          <div className={classes['record']} onClickCapture={() => read || set(true)}>
            <RecordLink entity={about.entity} value={record} />
          </div>
        )}
        {item.kind === 'stuck' && (
          <div className={classes['record']} onClickCapture={() => read || set(true)}>
            <Link to="/_/operate">{t('inbox.operate')}</Link>
          </div>
        )}
      </th>
      <td data-label={t('inbox.when')} className={classes['when']}>
        <time dateTime={at} title={readInstant(at)}>
          {instant(at)}
        </time>
      </td>
      <td data-label={t('inbox.state')}>
        <div className={classes['acts']}>
          <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={() => set(!read)} data-nf-mark>
            {t(read ? 'inbox.unread_again' : 'inbox.read')}
          </Button>
          {about !== null && record !== null && !isOfRecord && (
            <Link to={{ search: `?${new URLSearchParams({ entity: about.entity, record: record.id }).toString()}` }}>
              {t('inbox.only_record')}
            </Link>
          )}
        </div>
        {error !== undefined && <ActionFailure failure={toFailure(error)} onRetry={() => set(!read)} />}
      </td>
    </tr>
  );
}
