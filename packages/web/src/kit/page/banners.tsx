import { useNetwork } from '@mantine/hooks';
import { Button } from '@mantine/core';
import { CircleAlert, RefreshCw, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { failedFiles, forgetFailedFiles, subscribeToFailedFiles } from '../../base/texts/failed-files.ts';
import { loadTexts } from '../../base/texts/i18n.ts';
import { applicationChanged } from '../../base/store/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../base/store/store.ts';
import { languageName } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './banners.module.css';

/** There is no connection, or there is one and the server does not answer. */
function AwayBanner({ code }: { readonly code: 'offline' | 'no_answer' }) {
  const { t } = useTexts();
  return (
    <div className={classes['banner']} data-nf-error={code}>
      <WifiOff size={16} aria-hidden />
      <span>{t(code === 'offline' ? 'offline.text' : 'offline.server')}</span>
    </div>
  );
}

function TextsBanner() {
  const { t } = useTexts();
  const failed = useSyncExternalStore(subscribeToFailedFiles, failedFiles);
  const first = failed[0];
  if (!first) return null;
  const retry = (): void => void loadTexts([...new Set(failed.map((file) => file.namespace))]);
  return (
    <div
      className={classes['banner']}
      data-nf-error="no_answer"
      data-nf-failed-texts={`${first.language}/${first.namespace}`}
    >
      <CircleAlert size={16} aria-hidden />
      <span>{t('texts.failed', { language: languageName(first.language) })}</span>
      <Button size="xs" variant="default" onClick={retry}>
        {t('error.retry')}
      </Button>
      <Button size="xs" variant="subtle" onClick={forgetFailedFiles}>
        {t('banner.dismiss')}
      </Button>
    </div>
  );
}

/** The page shows another version of the application than the one it was opened with. */
function ChangedBanner() {
  const { t } = useTexts();
  const dispatch = useAppDispatch();
  return (
    <div className={classes['banner']} data-nf-application-changed>
      <RefreshCw size={16} aria-hidden />
      <span>{t('banner.application_changed')}</span>
      <Button size="xs" variant="subtle" onClick={() => dispatch(applicationChanged(false))}>
        {t('banner.dismiss')}
      </Button>
    </div>
  );
}

/** Messages about the whole application. At most one shows, the most serious. */
export function Banners() {
  const { online } = useNetwork();
  const hasChanged = useAppSelector(({ session }) => session.applicationChanged);
  const isAway = useAppSelector(({ session }) => session.serverAway);
  const text = isAway ? <AwayBanner code="no_answer" /> : hasChanged ? <ChangedBanner /> : <TextsBanner />;
  // An output element would be the result of a form.
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
  return <div role="status">{online ? text : <AwayBanner code="offline" />}</div>;
}
