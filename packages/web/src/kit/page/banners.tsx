import { RefreshCw } from 'lucide-react';
import { loadTexts } from '../../base/texts/page-texts.ts';
import { applicationChanged } from '../../base/store/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../base/store/store.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { PlainButton } from '../plain/button.tsx';
import { AwayBanner, BannerPlace, TextsBanner } from './banner.tsx';
import classes from './banners.module.css';

/** The page shows another version of the application than the one it was opened with. */
function ChangedBanner() {
  const { t } = useTexts();
  const dispatch = useAppDispatch();
  return (
    <div className={classes['banner']} data-nf-application-changed>
      <RefreshCw size={16} aria-hidden />
      <span>{t('banner.application_changed')}</span>
      <PlainButton size="xs" look="subtle" onClick={() => dispatch(applicationChanged(false))}>
        {t('banner.dismiss')}
      </PlainButton>
    </div>
  );
}

/** Messages about the whole application. At most one shows, the most serious. */
export function Banners() {
  const hasChanged = useAppSelector(({ session }) => session.applicationChanged);
  const isAway = useAppSelector(({ session }) => session.serverAway);
  const texts = hasChanged ? <ChangedBanner /> : <TextsBanner onRetry={(names) => void loadTexts(names)} />;
  return <BannerPlace>{isAway ? <AwayBanner code="no_answer" /> : texts}</BannerPlace>;
}
