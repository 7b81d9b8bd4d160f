import { Modal } from '@mantine/core';
import { signOutFailed } from '../../base/store/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../base/store/store.ts';
import { useSignOut } from '../../base/session/use-sign-out.ts';
import { useOpening } from '../../kit/dialogs/late-dialog.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';

/** Says that the person is still signed in, because the server did not end the session. */
export function SignOutFailure() {
  const { t } = useTexts();
  const dispatch = useAppDispatch();
  const failure = useAppSelector((state) => state.session.signOutFailure);
  const opened = useOpening(failure !== null);
  const signOut = useSignOut();
  return (
    <Modal
      opened={opened}
      onClose={() => dispatch(signOutFailed(null))}
      title={t('frame.sign_out_failed')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      {failure && <ActionFailure failure={failure} onRetry={() => void signOut()} />}
    </Modal>
  );
}
