import { Button, Group } from '@mantine/core';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import { unlessBusy } from '../../kit/dialogs/unless-busy.ts';
import type { RecordValue } from '@ninefold/model';
import { useMe, useRights } from '../../base/model/use-model.ts';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { useFormat } from '../../base/format/use-format.ts';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { CopyField } from '../../kit/controls/copy-field.tsx';
import { type Invitation, useHasPassword, useInviteMutation } from './invitation-api.ts';
import classes from './invitation.module.css';

interface InviteDialogProps {
  readonly user: RecordValue;
  readonly onClose: () => void;
}

/** Makes a one-time link with which a user chooses a password, and shows it for copying. */
export function InviteDialog({ user, onClose }: InviteDialogProps) {
  const { t, entity } = useTexts();
  const name = user.title ?? entity('user');
  const isAgain = useHasPassword(user.id, { skip: false });
  const [invite, { data, error, isLoading }] = useInviteMutation();
  const close = (): void => unlessBusy({ busy: isLoading }, onClose);
  return (
    <Dialog opened onClose={close} title={t(isAgain ? 'invitation.again.title' : 'invitation.title', { name })}>
      <div className={classes['content']} data-nf-invite={user.id}>
        {data ? (
          <Made invitation={data} name={name} onClose={onClose} />
        ) : (
          <form
            noValidate
            className={classes['content']}
            onSubmit={(event) => {
              event.preventDefault();
              if (!isLoading) void invite(user.id);
            }}
          >
            <p>{t(isAgain ? 'invitation.again.text' : 'invitation.text', { name })}</p>
            {error !== undefined && (
              <ActionFailure failure={toFailure(error)} entity="user" onRetry={() => void invite(user.id)} />
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {t('form.cancel')}
              </Button>
              <SaveButton busy={isLoading}>{t('invitation.make')}</SaveButton>
            </Group>
          </form>
        )}
      </div>
    </Dialog>
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
          {t('invitation.done')}
        </Button>
      </Group>
    </>
  );
}

/**
 * Whether the reader is offered to make a link for this record: the reader has the right `users`, and the record is another
 * active user. Only the server knows whether that user has a password already.
 */
export function useMayInvite(entity: string, record: RecordValue): boolean {
  const rights = useRights();
  const me = useMe();
  return entity === 'user' && record.id !== me.id && record['active'] !== false && rights.runtime.includes('users');
}
