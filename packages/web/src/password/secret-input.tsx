import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';

/** A password that can be shown while it is typed; says to assistive technology when it is wrong, which the control alone does not. */
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
