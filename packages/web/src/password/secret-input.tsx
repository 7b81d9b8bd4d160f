import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';

/** A password that can be shown while it is typed. */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTexts();
  return (
    <PasswordInput {...props} visibilityToggleButtonProps={{ 'aria-label': t('sign_in.show_password'), tabIndex: 0 }} />
  );
}
