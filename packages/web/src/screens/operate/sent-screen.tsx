import { useParams } from 'react-router';
import { screenPath, type Entity } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { NoPermission } from '../../kit/page/no-permission.tsx';
import { NotFoundScreen } from '../../kit/page/not-found-screen.tsx';
import { Page } from '../../kit/page/page.tsx';
import { CallTable } from './calls-section.tsx';
import { useSentCallsQuery } from './operate-api.ts';
import classes from './operate.module.css';

/** The calls that a record has made to other systems, for those who may read its history. */
export function SentScreen() {
  const { entity: name = '', id = '' } = useParams();
  const entity = useModel().entities[name];
  return entity ? <SentBy entity={entity} id={id} /> : <NotFoundScreen />;
}

function SentBy({ entity, id }: { readonly entity: Entity; readonly id: string }) {
  const { t, entity: named } = useTexts();
  const { data, error, refetch } = useSentCallsQuery({ entity: entity.id, id });
  const record = screenPath(useModel(), entity.id, 'record', id);
  const failure = error === undefined ? null : toFailure(error);
  if (failure?.status === 403) return <NoPermission failure={failure} />;
  if (failure?.status === 404) return <NotFoundScreen />;
  const title = data?.items[0]?.record?.title ?? named(entity.id);
  const back = { text: title, ...(record !== null && { to: record }) };
  return (
    <Page title={t('operate.calls')} screen="sent" breadcrumb={[back, { text: t('operate.calls') }]}>
      <p className={classes['lead']}>{t('operate.sent_lead')}</p>
      {failure !== null && <ErrorBanner failure={failure} onRetry={() => void refetch()} />}
      {data === undefined && failure === null && <Loading />}
      {data?.items.length === 0 && <Empty kind="first-use" title={t('operate.sent_none')} />}
      {data !== undefined && data.items.length > 0 && (
        <CallTable label={t('operate.calls')} items={data.items} mayRepeat={false} />
      )}
    </Page>
  );
}
