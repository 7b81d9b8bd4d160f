import { useEffect } from 'react';
import { BarePage } from '../../kit/page/bare-page.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import { useSessionQuery } from '../../base/calls/session-api.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useSignIn } from './use-sign-in.ts';
import classes from './session.module.css';

/** The sign-in page: the name of the application, the form, and the demonstration accounts. */
export function SignInScreen() {
  const { t, appName, written } = useTexts();
  const { data } = useSessionQuery();
  const { busy, failure, signIn } = useSignIn();
  const arrived = new URLSearchParams(window.location.search).has('next');
  useEffect(() => {
    document.title = t('sign_in.window_title', { app: appName });
  }, [t, appName]);
  return (
    <BarePage screen="sign-in">
      <h1 lang={written}>{appName}</h1>
      {data?.setup === true && <p className={classes['note']}>{t('sign_in.setup_needed')}</p>}
      {arrived && <p className={classes['note']}>{t('sign_in.continue')}</p>}
      <SignInForm busy={busy} failure={failure} onSignIn={(credentials) => void signIn(credentials)} />
      {data?.demo && data.demo.length > 0 && (
        <DemoAccounts accounts={data.demo} onChoose={(id) => void signIn({ demo: id })} />
      )}
    </BarePage>
  );
}
