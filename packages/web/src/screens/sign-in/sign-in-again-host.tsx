import { useEffect } from 'react';
import { useMe } from '../../base/model/use-model.ts';
import { signInAsked } from '../../base/store/session-slice.ts';
import { whenSignInIsNeeded } from '../../base/store/sign-in-again.ts';
import { useAppDispatch, useAppSelector } from '../../base/store/store.ts';
import { useEverOpened } from '../../kit/dialogs/late-dialog.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

const SignInAgainDialog = lateComponent(
  withLateTexts(async () => (await import('./sign-in-again-dialog.tsx')).SignInAgainDialog),
);

/** Opens the sign-in dialog over the page when the session has ended. */
export function SignInAgainHost() {
  const me = useMe();
  const dispatch = useAppDispatch();
  const isNeeded = useEverOpened(useAppSelector((state) => state.session.signInAsked));
  useEffect(() => whenSignInIsNeeded(() => dispatch(signInAsked(true))), [dispatch]);
  return isNeeded && <SignInAgainDialog userId={me.id} email={me.email} />;
}
