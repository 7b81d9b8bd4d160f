import { Button } from '@mantine/core';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Page } from '../../kit/page/page.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { startScreen } from '../../base/model/screen-path.ts';
import { useMe, useModel } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { AsOf } from './as-of.tsx';
import { useHomeQuery, type HomeAnswer } from '../../base/calls/home-api.ts';
import { haveComments, LateUnread } from '../../records/conversation/late.ts';
import { NotShownLedger } from '../pages/not-shown-ledger.tsx';
import { Recent } from './recent.tsx';
import { Waiting } from './waiting.tsx';
import classes from './home.module.css';

function Work({ answer }: { readonly answer: HomeAnswer }) {
  const { t } = useTexts();
  const waiting = answer.waiting.filter((each) => each.total > 0);
  if (waiting.length > 0)
    return (
      <div className={classes['waiting']}>
        <Waiting waiting={waiting} />
      </div>
    );
  return (
    <Empty kind="first-use" title={t('home.nothing')}>
      {t('home.nothing_hint')}
    </Empty>
  );
}

/** Who the reader is and what the application is for, where this is their start page. */
function Greeting() {
  const { t, purpose } = useTexts();
  const me = useMe();
  return (
    <p className={classes['greeting']}>
      {t('home.greeting', { name: me.name })}{' '}
      {purpose ?? <span data-nf-missing="purpose.does">{t('not_shown.purpose')}</span>}
    </p>
  );
}

/** The runtime's page of records that wait for the reader, and those that they opened last. */
export function HomeScreen() {
  const { t } = useTexts();
  const me = useMe();
  const model = useModel();
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useHomeQuery();
  const open = model.notShown.some((each) => each.place === 'entities');
  return (
    <Page
      title={t('home.title')}
      screen="home"
      busy={isFetching}
      breadcrumb={[{ text: t('home.title') }]}
      actions={
        <>
          {fulfilledTimeStamp !== undefined && <AsOf at={fulfilledTimeStamp} />}
          <Button variant="default" onClick={() => void refetch()}>
            {t('home.refresh')}
          </Button>
        </>
      }
    >
      <div className={classes['stack']}>
        {startScreen(model, me) === null && <Greeting />}
        {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
        {data === undefined && error === undefined && <Loading />}
        {data && (
          <section aria-labelledby="nf-waiting">
            <h2 id="nf-waiting">{t('home.waiting')}</h2>
            <Boundary place={{ part: 'block', screen: 'home', block: 'waiting' }} again={data}>
              <Work answer={data} />
            </Boundary>
          </section>
        )}
        {haveComments(model) && (
          <Boundary place={{ part: 'block', screen: 'home', block: 'unread' }}>
            <LateUnread />
          </Boundary>
        )}
        <Boundary place={{ part: 'block', screen: 'home', block: 'recent' }}>
          <Recent />
        </Boundary>
        {open && (
          <Boundary place={{ part: 'block', screen: 'home', block: 'not_shown' }}>
            <NotShownLedger />
          </Boundary>
        )}
      </div>
    </Page>
  );
}
