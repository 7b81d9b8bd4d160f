import { Button, Group, Modal } from '@mantine/core';
import type { RecordValue } from '@ninefold/model';
import { SaveButton } from '../form/save-button.tsx';
import { useFormat } from '../format/use-format.ts';
import { ErrorBanner } from '../messages/error-banner.tsx';
import { toFailure } from '../store/failure.ts';
import { useTexts } from '../texts/use-texts.ts';
import { CopyField } from './copy-field.tsx';
import { useInviteMutation, type Invitation } from './invitation-api.ts';
import classes from './invitation.module.css';

interface InviteDialogProps {
  readonly user: RecordValue;
  readonly onClose: () => void;
}

/** Makes a one-time link by which a user chooses a password, and hands it over to be passed on. */
export function InviteDialog({ user, onClose }: InviteDialogProps) {
  const { t, entity } = useTexts();
  const name = user.title ?? entity('user');
  const [invite, { data, error, isLoading }] = useInviteMutation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('invitation.title', { name })}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <div className={classes['content']} data-nf-invite={user.id}>
        {data ? (
          <Made invitation={data} name={name} onClose={onClose} />
        ) : (
          <form
            className={classes['content']}
            onSubmit={(event) => {
              event.preventDefault();
              if (!isLoading) void invite(user.id);
            }}
          >
            <p>{t('invitation.text', { name })}</p>
            {error !== undefined && <ErrorBanner failure={toFailure(error)} entity="user" />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('form.cancel')}
              </Button>
              <SaveButton busy={isLoading}>{t('invitation.make')}</SaveButton>
            </Group>
          </form>
        )}
      </div>
    </Modal>
  );
}

interface MadeProps {
  readonly invitation: Invitation;
  readonly name: string;
  readonly onClose: () => void;
}

function Made({ invitation, name, onClose }: MadeProps) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <>
      <CopyField label={t('invitation.link')} text={new URL(invitation.address, location.origin).href} />
      <p>{t('invitation.until', { time: format.instant(invitation.expires_at) })}</p>
      <p>{t('invitation.pass_on', { name })}</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('dialog.close')}
        </Button>
      </Group>
    </>
  );
}
