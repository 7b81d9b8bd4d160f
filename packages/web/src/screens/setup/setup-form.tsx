import { Button, TextInput } from '@mantine/core';
import { SecretInput } from '../../kit/entries/secret-input.tsx';
import { MIN_PASSWORD } from '../../kit/entries/secret-length.ts';
import type { useEntries } from '../../kit/entries/use-entries.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { Entered } from './setup-problems.ts';
import classes from './setup.module.css';

interface SetupFormProps {
  readonly asked: readonly (keyof Entered)[];
  readonly entries: ReturnType<typeof useEntries<keyof Entered>>;
  /** The address of an invited person, for password managers. */
  readonly email: string | null;
  /** The words on the button. */
  readonly submit: string;
  readonly onSubmit: () => void;
}

/** What a one-time link asks for. */
export function SetupForm({ asked, entries, email, submit, onSubmit }: SetupFormProps) {
  const { t } = useTexts();
  const { control, busy } = entries;
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
      {asked.includes('name') && <TextInput {...control('name')} label={t('setup.name')} autoComplete="name" />}
      {asked.includes('email') && (
        <TextInput {...control('email')} label={t('setup.email')} type="email" autoComplete="username" />
      )}
      {email !== null && <input hidden readOnly autoComplete="username" value={email} />}
      <SecretInput
        {...control('password')}
        label={t('setup.password')}
        description={t('setup.password_hint', { count: MIN_PASSWORD })}
        autoComplete="new-password"
      />
      {entries.failure && <ActionFailure failure={entries.failure} onRetry={onSubmit} />}
      <Button type="submit" loading={busy}>
        {submit}
      </Button>
    </form>
  );
}
