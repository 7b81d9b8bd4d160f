import { Button, Group } from '@mantine/core';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import { signOutErasing, signOutFailed } from '../../base/store/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../base/store/store.ts';
import { useSignOut } from '../../base/session/use-sign-out.ts';
import { useOpening } from '../../kit/dialogs/late-dialog.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';

/** Asks before drafts are erased, and says that the person is still signed in where the server did not end the session. */
export function SignOutDialog() {
  const { t } = useTexts();
  const dispatch = useAppDispatch();
  const { signOutErases: drafts, signOutFailure: failure } = useAppSelector((state) => state.session);
  const opened = useOpening(failure !== null || drafts > 0);
  const signOut = useSignOut();
  const close = (): void => {
    dispatch(signOutErasing(0));
    dispatch(signOutFailed(null));
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={failure === null ? t('frame.sign_out_erases') : t('frame.sign_out_failed')}
    >
      {failure && <ActionFailure failure={failure} onRetry={() => void signOut(true)} />}
      {drafts > 0 && (
        <>
          <p>{t('frame.sign_out_drafts', { count: drafts })}</p>
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={() => void signOut(true)} data-nf-sign-out-erase>
              {t('frame.sign_out_erase')}
            </Button>
            <Button data-autofocus onClick={close}>
              {t('frame.sign_out_stay')}
            </Button>
          </Group>
        </>
      )}
    </Dialog>
  );
}
