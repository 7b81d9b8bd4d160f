import { useTexts } from '../texts/use-texts.ts';
import type { LinkAnswer } from './setup-api.ts';
import classes from './setup.module.css';

/** What the link is for, and whom. */
export function LinkPurpose({ link }: { readonly link: LinkAnswer }) {
  const { t, appName } = useTexts();
  if (link.kind === 'first_administrator') {
    return (
      <>
        <h1>{t('setup.title')}</h1>
        <p className={classes['text']}>{t('setup.text', { app: appName })}</p>
      </>
    );
  }
  return (
    <>
      <h1>{t('setup.invited_title')}</h1>
      <p className={classes['text']}>{t('setup.invited_text', { app: appName })}</p>
      <dl className={classes['person']} data-nf-invited>
        <dt>{t('setup.name')}</dt>
        <dd>
          <bdi>{link.name}</bdi>
        </dd>
        <dt>{t('setup.email')}</dt>
        <dd>
          <bdi>{link.email}</bdi>
        </dd>
      </dl>
    </>
  );
}
