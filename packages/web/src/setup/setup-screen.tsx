import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { BarePage } from '../frame/bare-page.tsx';
import { Empty } from '../frame/empty.tsx';
import { Loading } from '../frame/loading.tsx';
import { toFailure } from '../store/failure.ts';
import { useTexts } from '../texts/use-texts.ts';
import { LinkForm } from './link-form.tsx';
import { useOneTimeLinkQuery } from './setup-api.ts';

/** What a one-time link opens: the form of the first administrator, or that of an invited person. */
export function SetupScreen() {
  const { t, appName, problem } = useTexts();
  const { token = '' } = useParams();
  const { data, error } = useOneTimeLinkQuery(token);
  useEffect(() => {
    document.title = t('setup.window_title', { app: appName });
  }, [t, appName]);
  const failure = error === undefined ? null : toFailure(error);
  return (
    <BarePage screen="setup">
      {data && <LinkForm token={token} link={data} />}
      {!data && !failure && <Loading />}
      {failure && (
        <div data-nf-error={failure.code}>
          <h1>{t('setup.unusable')}</h1>
          <Empty
            kind="failed"
            title={problem({ code: failure.code, params: failure.problem?.params ?? {} })}
            actions={<Link to="/">{t('not_found.home')}</Link>}
          >
            {t('error.code')} <code className="nf-code">{failure.code}</code>
          </Empty>
        </div>
      )}
    </BarePage>
  );
}
