import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { SaveButton } from '../form/save-button.tsx';
import { useFormat } from '../format/use-format.ts';
import { ErrorBanner } from '../messages/error-banner.tsx';
import { useMe } from '../model/use-model.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useChangePasswordMutation, type PasswordChange } from './password-api.ts';
import classes from './password.module.css';
import { SecretInput } from './secret-input.tsx';
import { MIN_PASSWORD } from './secret-length.ts';
import type { useEntries } from '../entries/use-entries.tsx';

/** Asks for the current password and the new one, and says when it was changed. */
export function PasswordForm({ entries }: { readonly entries: ReturnType<typeof useEntries<keyof PasswordChange>> }) {
  const { t } = useTexts();
  const me = useMe();
  const format = useFormat();
  const [changedAt, setChangedAt] = useState<string | null>(null);
  const [change] = useChangePasswordMutation();
  const submit = (): Promise<void> => {
    setChangedAt(null);
    return entries.submit(async (entered) => {
      const { error } = await change(entered);
      if (error !== undefined) return error;
      entries.empty();
      setChangedAt(new Date().toISOString());
      return undefined;
    });
  };
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <output className={classes['done']} data-nf-saved={changedAt === null ? undefined : 'saved'}>
        {changedAt !== null && (
          <>
            <CircleCheck size={16} aria-hidden />
            {t('password.changed', { time: format.time(changedAt) })}
          </>
        )}
      </output>
      {entries.failure && <ErrorBanner failure={entries.failure} />}
      {/* Tells a password manager whose password this is. */}
      <input hidden readOnly autoComplete="username" value={me.email} />
      <SecretInput {...entries.control('current')} label={t('password.current')} autoComplete="current-password" />
      <SecretInput
        {...entries.control('password')}
        label={t('password.new')}
        description={t('setup.password_hint', { count: MIN_PASSWORD })}
        autoComplete="new-password"
      />
      <SaveButton busy={entries.busy}>{t('password.submit')}</SaveButton>
    </form>
  );
}
