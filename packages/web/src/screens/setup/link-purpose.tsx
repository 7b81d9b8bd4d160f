import { useTexts } from '../../base/texts/use-texts.tsx';
import type { LinkAnswer } from './setup-api.ts';
import classes from './setup.module.css';
import { StepHead } from './step-head.tsx';
import { useWindowTitle } from './window-title.ts';

/** What the link is for, and whom. */
interface LinkPurposeProps {
  readonly link: LinkAnswer;
  /** Something in the form has to be corrected. */
  readonly wrong: boolean;
}

export function LinkPurpose({ link, wrong }: LinkPurposeProps) {
  const { t, appName } = useTexts();
  if (link.kind === 'first_administrator') {
    return (
      <>
        <StepHead step="administrator" wrong={wrong} />
        <p className={classes['text']}>{t('setup.text', { app: appName })}</p>
      </>
    );
  }
  return <Invited link={link} wrong={wrong} />;
}

function Invited({ link, wrong }: LinkPurposeProps) {
  const { t, appName } = useTexts();
  useWindowTitle(t('setup.invited_title'), wrong);
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
