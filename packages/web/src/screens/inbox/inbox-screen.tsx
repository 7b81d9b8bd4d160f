import { Button, Select } from '@mantine/core';
import { NOTIFICATION_KINDS, type NotificationAnswer } from '@ninefold/model';
import { Link, useSearchParams } from 'react-router';
import {
  useMarkNotificationsMutation,
  useNotificationsQuery,
  useUnreadNotificationsQuery,
} from '../../base/calls/notification-api.ts';
import { useModel } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure, ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Page } from '../../kit/page/page.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import table from '../../kit/page/table.module.css';
import { useRowCommands } from '../../records/list/use-list-commands.ts';
import classes from './inbox.module.css';
import { NotificationRow } from './notification-row.tsx';

/** What narrows the list, as it stands in the address. */
const NARROWING = ['unread', 'kind', 'entity', 'record', 'after'] as const;
type Narrowing = (typeof NARROWING)[number];

/** What the reader was told, newest first. The address says what of it is shown. */
export function InboxScreen() {
  const { t } = useTexts();
  const [params] = useSearchParams();
  const query = queryOf(params, {});
  const { data, error, refetch } = useNotificationsQuery(query);
  useRowCommands(t('inbox.title'));
  const failure = error === undefined ? null : toFailure(error);
  const isOfRecord = params.get('record') !== null;
  return (
    <Page title={t('inbox.title')} screen="inbox" breadcrumb={[{ text: t('inbox.title') }]}>
      <p className={classes['lead']}>{t('inbox.lead')}</p>
      <Tools params={params} newest={data?.items[0]?.id ?? null} />
      {failure !== null && <ErrorBanner failure={failure} onRetry={() => void refetch()} />}
      {data === undefined && failure === null && <Loading />}
      {data?.items.length === 0 && <Nothing isUnread={params.get('unread') !== null} />}
      {data !== undefined && data.items.length > 0 && <Notifications items={data.items} isOfRecord={isOfRecord} />}
      {data !== undefined && <Pages params={params} next={data.next} />}
    </Page>
  );
}

/** What narrows the list, with these changes; null takes one away. */
function queryOf(params: URLSearchParams, changes: Readonly<Partial<Record<Narrowing, string | null>>>): string {
  const values = NARROWING.flatMap((name): readonly (readonly [string, string])[] => {
    const value = changes[name] === undefined ? params.get(name) : changes[name];
    return value === null ? [] : [[name, value]];
  });
  return new URLSearchParams(values.map(([name, value]) => [name, value])).toString();
}

function Tools({ params, newest }: { readonly params: URLSearchParams; readonly newest: string | null }) {
  const { t } = useTexts();
  const { limits } = useModel();
  const [, setParams] = useSearchParams();
  const go = (changes: Readonly<Partial<Record<Narrowing, string | null>>>): void =>
    setParams(queryOf(params, { ...changes, after: null }));
  const isOfRecord = params.get('record') !== null;
  return (
    <div className={classes['tools']}>
      <Select
        label={t('inbox.shown')}
        data={[
          { value: '', label: t('inbox.all') },
          { value: 'true', label: t('inbox.unread') },
        ]}
        value={params.get('unread') ?? ''}
        allowDeselect={false}
        onChange={(value) => go({ unread: value || null })}
        data-nf-filter="unread"
      />
      <Select
        label={t('inbox.kind')}
        data={[
          { value: '', label: t('inbox.every_kind') },
          ...NOTIFICATION_KINDS.map((kind) => ({ value: kind, label: t(`inbox.kinds.${kind}`) })),
        ]}
        value={params.get('kind') ?? ''}
        allowDeselect={false}
        onChange={(value) => go({ kind: value || null })}
        maxDropdownHeight={Number(limits['select_menu_px']?.value)}
        data-nf-filter="kind"
      />
      {isOfRecord && (
        <Button variant="default" onClick={() => go({ entity: null, record: null })}>
          {t('inbox.all_records')}
        </Button>
      )}
      <ReadAll newest={newest} isFirst={params.get('after') === null} />
      <Link to="/_/inbox/choices" className={classes['choices']}>
        {t('inbox.choices')}
      </Link>
    </div>
  );
}

/** Marks everything as read that was there when the page was read: what comes meanwhile stays unread. */
function ReadAll({ newest, isFirst }: { readonly newest: string | null; readonly isFirst: boolean }) {
  const { t } = useTexts();
  const { data } = useUnreadNotificationsQuery(undefined);
  const [mark, { error, isLoading }] = useMarkNotificationsMutation();
  if (newest === null || !isFirst || (data?.unread ?? 0) === 0) return null;
  const run = (): void => void mark({ read: true, until: newest });
  return (
    <>
      <Button variant="default" loading={isLoading} onClick={run} data-nf-read-all>
        {t('inbox.read_all')}
      </Button>
      {error !== undefined && <ActionFailure failure={toFailure(error)} onRetry={run} />}
    </>
  );
}

function Nothing({ isUnread }: { readonly isUnread: boolean }) {
  const { t } = useTexts();
  const key = isUnread ? 'none_unread' : 'none';
  return (
    <Empty kind="first-use" title={t(`inbox.${key}`)}>
      {t(`inbox.${key}_why`)}
    </Empty>
  );
}

interface Listed {
  readonly items: readonly NotificationAnswer[];
  readonly isOfRecord: boolean;
}

function Notifications({ items, isOfRecord }: Listed) {
  const { t } = useTexts();
  return (
    <Scroller className="nf-panel" label={t('inbox.list')}>
      <table className={`${table['table']} ${table['stacking']}`} aria-label={t('inbox.list')}>
        <thead>
          <tr>
            {(['what', 'when', 'state'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`inbox.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <NotificationRow key={item.id} item={item} isOfRecord={isOfRecord} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** The ways to what is older, and back to the newest. */
function Pages({ params, next }: { readonly params: URLSearchParams; readonly next: string | null }) {
  const { t } = useTexts();
  const isLater = params.get('after') !== null;
  if (!isLater && next === null) return null;
  return (
    <nav className={classes['pages']} aria-label={t('list.paging')}>
      {isLater && (
        <Link to={{ search: `?${queryOf(params, { after: null })}` }} data-nf-first>
          {t('inbox.newest')}
        </Link>
      )}
      {next !== null && (
        <Link to={{ search: `?${queryOf(params, { after: next })}` }} data-nf-more>
          {t('inbox.older')}
        </Link>
      )}
    </nav>
  );
}
