import { useNetwork } from '@mantine/hooks';
import { CircleAlert, WifiOff } from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { failedFiles, forgetFailedFiles, subscribeToFailedFiles } from '../../base/texts/failed-files.ts';
import { languageName } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { PlainButton } from '../plain/button.tsx';
import classes from './banners.module.css';

/** There is no connection, or there is one and the server does not answer. */
export function AwayBanner({ code }: { readonly code: 'offline' | 'no_answer' }) {
  const { t } = useTexts();
  return (
    <div className={classes['banner']} data-nf-error={code}>
      <WifiOff size={16} aria-hidden />
      <span>{t(code === 'offline' ? 'offline.text' : 'offline.server')}</span>
    </div>
  );
}

interface TextsBannerProps {
  /** Loads these namespaces again. */
  readonly onRetry: (namespaces: readonly string[]) => void;
}

/** Some language file did not arrive. */
export function TextsBanner({ onRetry }: TextsBannerProps) {
  const { t } = useTexts();
  const failed = useSyncExternalStore(subscribeToFailedFiles, failedFiles);
  const first = failed[0];
  if (!first) return null;
  return (
    <div
      className={classes['banner']}
      data-nf-error="no_answer"
      data-nf-failed-texts={`${first.language}/${first.namespace}`}
    >
      <CircleAlert size={16} aria-hidden />
      <span>{t('texts.failed', { language: languageName(first.language) })}</span>
      <PlainButton size="xs" look="default" onClick={() => onRetry([...new Set(failed.map((file) => file.namespace))])}>
        {t('error.retry')}
      </PlainButton>
      <PlainButton size="xs" look="subtle" onClick={forgetFailedFiles}>
        {t('banner.dismiss')}
      </PlainButton>
    </div>
  );
}

/** Where messages about the whole page stand. Without a connection it says so in their place. */
export function BannerPlace({ children }: { readonly children: ReactNode }) {
  const { online } = useNetwork();
  // An output element would be the result of a form.
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
  return <div role="status">{online ? children : <AwayBanner code="offline" />}</div>;
}
