import { getDefaultZIndex } from '@mantine/core';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import { PlainButton } from '../../kit/plain/button.tsx';
import { signInAsked } from '../../base/store/session-slice.ts';
import { useOpening } from '../../kit/dialogs/late-dialog.ts';
import { useAppDispatch, useAppSelector } from '../../base/store/store.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import { useSessionQuery, type Credentials } from '../../base/calls/session-api.ts';
import { settleSignIn } from '../../base/store/sign-in-again.ts';
import { useSignIn } from './use-sign-in.ts';
import classes from './session.module.css';

/** Opens over the page when the session has ended; afterwards the calls that waited are sent again and the page is as it was. */
export function SignInAgainDialog({ userId, email }: { readonly userId: string; readonly email: string }) {
  const { t } = useTexts();
  const dispatch = useAppDispatch();
  const opened = useOpening(useAppSelector((state) => state.session.signInAsked));
  const { data } = useSessionQuery();
  const { busy, failure, signIn } = useSignIn();
  const own = (data?.demo ?? []).filter((each) => each.id === userId);
  const close = (answer: 'signed_in' | 'given_up'): void => {
    dispatch(signInAsked(false));
    settleSignIn(answer);
  };
  const again = async (credentials: Credentials): Promise<void> => {
    const answer = await signIn(credentials);
    if (!answer?.me) return;
    if (answer.me.id === userId) close('signed_in');
    else location.reload();
  };
  return (
    <Dialog
      opened={opened}
      onClose={() => close('given_up')}
      title={t('sign_in.again_title')}
      // What waits for the session may be in a dialog, which came into the page after this one.
      zIndex={getDefaultZIndex('overlay')}
    >
      <div className={classes['form']}>
        <p className={classes['purpose']}>{t('sign_in.again_text')}</p>
        <SignInForm busy={busy} failure={failure} email={email} onSignIn={(credentials) => void again(credentials)} />
        {own.length > 0 && <DemoAccounts accounts={own} onChoose={(id) => void again({ demo: id })} />}
        <PlainButton look="subtle" onClick={() => close('given_up')}>
          {t('sign_in.later')}
        </PlainButton>
      </div>
    </Dialog>
  );
}
