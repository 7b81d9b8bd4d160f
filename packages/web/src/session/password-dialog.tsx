import { Button, Modal, PasswordInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { ErrorBanner } from '../messages/error-banner.tsx';
import { MIN_PASSWORD } from '../setup/setup-problems.ts';
import { toFailure } from '../store/failure.ts';
import { useTexts } from '../texts/use-texts.ts';
import { showToast } from '../toasts/toast.ts';
import { useChangePasswordMutation, type PasswordChange } from './password-api.ts';
import classes from './session.module.css';

interface PasswordDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

const EMPTY: PasswordChange = { current: '', password: '' };

function PasswordForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const [entered, setEntered] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const [change, { error, isLoading }] = useChangePasswordMutation();
  const short = [...entered.password].length < MIN_PASSWORD;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (entered.current === '' || short || isLoading) return;
    if ((await change(entered)).error !== undefined) return;
    showToast({ text: t('password.changed') });
    onClose();
  };
  const toggle = { 'aria-label': t('sign_in.show_password'), tabIndex: 0 };
  return (
    <form className={classes['form']} noValidate aria-busy={isLoading} onSubmit={(event) => void submit(event)}>
      {error !== undefined && <ErrorBanner failure={toFailure(error)} />}
      <PasswordInput
        data-autofocus
        label={t('password.current')}
        autoComplete="current-password"
        aria-required
        value={entered.current}
        error={tried && entered.current === '' ? t('sign_in.password_missing') : undefined}
        onChange={(event) => setEntered({ ...entered, current: event.currentTarget.value })}
        visibilityToggleButtonProps={toggle}
      />
      <PasswordInput
        label={t('password.new')}
        description={t('setup.password_hint', { count: MIN_PASSWORD })}
        autoComplete="new-password"
        aria-required
        value={entered.password}
        error={tried && short ? t('setup.password_short', { count: MIN_PASSWORD }) : undefined}
        onChange={(event) => setEntered({ ...entered, password: event.currentTarget.value })}
        visibilityToggleButtonProps={toggle}
      />
      <Button type="submit" loading={isLoading}>
        {t('password.submit')}
      </Button>
    </form>
  );
}

/** Changes the reader's own password. */
export function PasswordDialog({ opened, onClose }: PasswordDialogProps) {
  const { t } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('password.title')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <PasswordForm onClose={onClose} />
    </Modal>
  );
}
