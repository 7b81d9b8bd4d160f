import { Button } from '@mantine/core';
import type { StopAnswer } from '@ninefold/model';
import { Link, useParams } from 'react-router';
import { toFailure } from '../../base/store/failure.ts';
import { joinWords } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure, ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Banners } from '../../kit/page/banners.tsx';
import { BarePage } from '../../kit/page/bare-page.tsx';
import { useWindowTitle } from '../setup/window-title.ts';
import { useStopLinkQuery, useStopMailMutation } from './inbox-api.ts';
import classes from './inbox.module.css';

/** What a link in an e-mail opens: mail of its kind is stopped, without a sign-in. */
export function StopScreen() {
  const { token = '' } = useParams();
  const { data, error, refetch } = useStopLinkQuery(token);
  return (
    <BarePage screen="stop" banners={<Banners />}>
      {data && <Stop token={token} link={data} />}
      {!data && error === undefined && <Loading />}
      {!data && error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
    </BarePage>
  );
}

function Stop({ token, link }: { readonly token: string; readonly link: StopAnswer }) {
  const { t, language } = useTexts();
  const [stop, { data, error, isLoading }] = useStopMailMutation();
  const isStopped = data?.stopped === true;
  const title = t(isStopped ? 'inbox.stop.done' : 'inbox.stop.title');
  useWindowTitle(title);
  const run = (): void => void stop(token);
  const kinds = joinWords(
    link.kinds.map((kind) => t(`inbox.kinds.${kind}`)),
    language,
  );
  const what = link.kinds.length === 0 ? t('inbox.stop.morning') : t('inbox.stop.kinds', { kinds });
  return (
    <div className={classes['stop']} data-nf-stopped={isStopped}>
      <h1>{title}</h1>
      <p className={classes['lead']}>{isStopped ? t('inbox.stop.done_why') : what}</p>
      {error !== undefined && <ActionFailure failure={toFailure(error)} onRetry={run} />}
      <div className={classes['acts']}>
        {!isStopped && (
          <Button loading={isLoading} onClick={run} data-nf-stop>
            {t('inbox.stop.act')}
          </Button>
        )}
        <Link to="/_/inbox/choices">{t('inbox.choices')}</Link>
      </div>
    </div>
  );
}
