import { Button } from '@mantine/core';
import { Empty } from '../frame/empty.tsx';
import { Loading } from '../frame/loading.tsx';
import { Page } from '../frame/page.tsx';
import { ErrorBanner } from '../messages/error-banner.tsx';
import { useMe, useModel } from '../model/use-model.ts';
import { toFailure } from '../store/failure.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AsOf } from './as-of.tsx';
import { useHomeQuery, type HomeAnswer } from './home-api.ts';
import { NotShownLedger } from './not-shown-ledger.tsx';
import { Recent } from './recent.tsx';
import { Waiting } from './waiting.tsx';
import classes from './home.module.css';

function Work({ answer }: { readonly answer: HomeAnswer }) {
  const { t } = useTexts();
  const waiting = answer.waiting.filter((each) => each.total > 0);
  if (waiting.length > 0) return <Waiting waiting={waiting} />;
  return (
    <Empty kind="first-use" title={t('home.nothing')}>
      {t('home.nothing_hint')}
    </Empty>
  );
}

/** The runtime's own start page: what waits for the reader, and where he was. */
export function HomeScreen() {
  const { t, purpose } = useTexts();
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
        <p className={classes['greeting']}>
          {t('home.greeting', { name: me.name })} {purpose}
        </p>
        {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
        {data === undefined && error === undefined && <Loading />}
        {data && (
          <section aria-labelledby="nf-waiting">
            <h2 id="nf-waiting">{t('home.waiting')}</h2>
            <Work answer={data} />
          </section>
        )}
        <Recent />
        {open && <NotShownLedger />}
      </div>
    </Page>
  );
}
