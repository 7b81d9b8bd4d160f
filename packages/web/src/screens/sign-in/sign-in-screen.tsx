import { useEffect, type ReactNode } from 'react';
import type { Credentials } from '../../base/calls/session-api.ts';
import { useSession } from '../../base/session/session-context.ts';
import type { Failure } from '../../base/store/failure.ts';
import { BarePage } from '../../kit/page/bare-page.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import { SignInForm } from './sign-in-form.tsx';
import classes from './session.module.css';

interface SignInScreenProps {
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly banners: ReactNode;
  readonly onSignIn: (credentials: Credentials) => void;
}

/** The sign-in page: the name of the application, the form, and the demonstration accounts. */
export function SignInScreen({ busy, failure, banners, onSignIn }: SignInScreenProps) {
  const { t, appName, written } = useTexts();
  const session = useSession();
  const arrived = new URLSearchParams(window.location.search).has('next');
  useEffect(() => {
    document.title = t('sign_in.window_title', { app: appName });
  }, [t, appName]);
  return (
    <BarePage screen="sign-in" banners={banners}>
      <h1 lang={written}>{appName}</h1>
      {session?.setup === true && <p className={classes['note']}>{t('sign_in.setup_needed')}</p>}
      {arrived && <p className={classes['note']}>{t('sign_in.continue')}</p>}
      <SignInForm busy={busy} failure={failure} onSignIn={onSignIn} />
      {session?.demo && session.demo.length > 0 && (
        <DemoAccounts accounts={session.demo} onChoose={(id) => onSignIn({ demo: id })} />
      )}
    </BarePage>
  );
}
