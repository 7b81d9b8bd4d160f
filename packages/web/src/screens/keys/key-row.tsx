import { Button, Group } from '@mantine/core';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import { unlessBusy } from '../../kit/dialogs/unless-busy.ts';
import type { KeyAnswer } from '@ninefold/model';
import { useState } from 'react';
import { useFormat } from '../../base/format/use-format.ts';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useRemoveKeyMutation } from './keys-api.ts';
import classes from './keys.module.css';

/** One key: its purpose, its user, its end, and the button that revokes it. */
export function KeyRow({ value: key }: { readonly value: KeyAnswer }) {
  const { t, role } = useTexts();
  const format = useFormat();
  const [asks, setAsks] = useState(false);
  return (
    <tr data-nf-key={key.id}>
      <th scope="row">
        <bdi>{key.name}</bdi>
      </th>
      <td data-label={t('keys.role')}>{role(key.role)}</td>
      <td data-label={t('keys.user')}>
        <bdi>{key.user.title ?? key.user.id}</bdi>
      </td>
      <td data-label={t('keys.until')}>{key.usable ? format.instant(key.expires_at) : t('keys.ended')}</td>
      <td data-label={t('keys.used')}>{key.used_on === null ? t('keys.never') : format.date(key.used_on)}</td>
      <td data-label={t('keys.actions')}>
        <Button variant="default" size="xs" onClick={() => setAsks(true)} data-nf-key-remove>
          {t('keys.remove')}
          <span className="nf-hidden"> {key.name}</span>
        </Button>
        {asks && <ConfirmRemoval value={key} onClose={() => setAsks(false)} />}
      </td>
    </tr>
  );
}

function ConfirmRemoval({ value: key, onClose }: { readonly value: KeyAnswer; readonly onClose: () => void }) {
  const { t } = useTexts();
  const [remove, { error, isLoading }] = useRemoveKeyMutation();
  const close = (): void => unlessBusy({ busy: isLoading }, onClose);
  return (
    <Dialog opened onClose={close} title={t('keys.remove_title', { name: key.name })}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isLoading) void remove(key.id);
        }}
      >
        <p>{t('keys.remove_text')}</p>
        {error !== undefined && <ActionFailure failure={toFailure(error)} onRetry={() => void remove(key.id)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" color="danger" aria-busy={isLoading} data-nf-save>
            {t('keys.remove')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
