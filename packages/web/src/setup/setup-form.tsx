import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import { MIN_PASSWORD, type Entered } from './setup-problems.ts';
import classes from './setup.module.css';

interface SetupFormProps {
  readonly asked: readonly (keyof Entered)[];
  readonly entered: Entered;
  readonly messages: Readonly<Partial<Record<keyof Entered, string>>>;
  readonly busy: boolean;
  /** The words on the button. */
  readonly submit: string;
  readonly onEnter: (entered: Entered) => void;
  readonly onSubmit: () => void;
}

/** What a one-time link asks for. */
export function SetupForm({ asked, entered, messages, busy, submit, onEnter, onSubmit }: SetupFormProps) {
  const { t } = useTexts();
  const input = (field: keyof Entered) => ({
    id: `setup-${field}`,
    label: t(`setup.${field}`),
    value: entered[field],
    error: messages[field],
    'aria-required': true,
    onChange: (event: { readonly currentTarget: HTMLInputElement }) =>
      onEnter({ ...entered, [field]: event.currentTarget.value }),
  });
  return (
    <form
      className={classes['form']}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {asked.includes('name') && <TextInput {...input('name')} autoComplete="name" />}
      {asked.includes('email') && <TextInput {...input('email')} type="email" autoComplete="username" />}
      <PasswordInput
        {...input('password')}
        description={t('setup.password_hint', { count: MIN_PASSWORD })}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('sign_in.show_password'), tabIndex: 0 }}
      />
      <Button type="submit" loading={busy}>
        {submit}
      </Button>
    </form>
  );
}
