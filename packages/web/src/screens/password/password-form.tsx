import { Checkbox } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { useFormat } from '../../base/format/use-format.ts';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { useMe } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useChangePasswordMutation, usePasswordQuery } from './password-api.ts';
import classes from './password.module.css';
import { SecretInput } from '../../kit/entries/secret-input.tsx';
import type { PasswordEntry } from './password-problems.ts';
import { MIN_PASSWORD } from '../../kit/entries/secret-length.ts';
import type { useEntries } from '../../kit/entries/use-entries.tsx';

/** Asks for the current password and the new one, and says when it was changed. */
export function PasswordForm({ entries }: { readonly entries: ReturnType<typeof useEntries<PasswordEntry>> }) {
  const { t } = useTexts();
  const me = useMe();
  const format = useFormat();
  const [changedAt, setChangedAt] = useState<string | null>(null);
  const [endsKeys, setEndsKeys] = useState(false);
  const [change] = useChangePasswordMutation();
  const keys = usePasswordQuery().data?.keys ?? 0;
  const submit = (): Promise<void> => {
    setChangedAt(null);
    return entries.submit(async (entered) => {
      const { error } = await change({ ...entered, end_keys: endsKeys });
      if (error !== undefined) return error;
      entries.empty();
      setEndsKeys(false);
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
      {/* Tells a password manager whose password this is. */}
      <input hidden readOnly autoComplete="username" value={me.email} />
      <SecretInput {...entries.control('current')} label={t('password.current')} autoComplete="current-password" />
      <SecretInput
        {...entries.control('password')}
        label={t('password.new')}
        description={t('setup.password_hint', { count: MIN_PASSWORD })}
        autoComplete="new-password"
      />
      {keys > 0 && (
        <Checkbox
          label={t('password.end_keys', { count: keys })}
          description={t('password.end_keys_hint')}
          checked={endsKeys}
          onChange={(event) => setEndsKeys(event.currentTarget.checked)}
          data-nf-end-keys
        />
      )}
      {entries.failure && <ActionFailure failure={entries.failure} onRetry={() => void submit()} />}
      <SaveButton busy={entries.busy}>{t('password.submit')}</SaveButton>
    </form>
  );
}
