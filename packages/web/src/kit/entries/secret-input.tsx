import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** A password input that can show its text. It also sets `aria-invalid`, which the control of the library does not. */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTexts();
  return (
    <PasswordInput
      {...props}
      aria-invalid={Boolean(props.error) || undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('sign_in.show_password'), tabIndex: 0 }}
    />
  );
}
