import { Select, TextInput } from '@mantine/core';
import type { KeyMade } from '@ninefold/model';
import { useState } from 'react';
import { optionsHeight } from '../../kit/controls/select-box.ts';
import { LeaveGuard } from '../../forms/view/leave-guard.tsx';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { ErrorSummary } from '../../kit/messages/error-summary.tsx';
import { useMe, useModel } from '../../base/model/use-model.ts';
import { problemsOf, useEntries } from '../../kit/entries/use-entries.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useMakeKeyMutation } from './keys-api.ts';
import classes from './keys.module.css';

const PLAN = {
  prefix: 'key',
  initial: { name: '', days: '90' },
  find: ({ name, days }: { readonly name: string; readonly days: string }) => ({
    ...(name.trim() === '' ? { name: 'keys.name_missing' } : {}),
    ...(/^\s*\d+\s*$/.test(days.normalize('NFKC')) ? {} : { days: 'keys.days_missing' }),
  }),
  complaintsOf: problemsOf,
};

interface MakeKeyFormProps {
  readonly onMade: (made: KeyMade) => void;
}

/** Makes a key in the reader's own name, with one of the reader's roles. */
export function MakeKeyForm({ onMade }: MakeKeyFormProps) {
  const { t, role: roleName } = useTexts();
  const { roles } = useMe();
  const { limits } = useModel();
  const [role, setRole] = useState(roles[0] ?? '');
  const [make] = useMakeKeyMutation();
  const entries = useEntries(PLAN);
  const submit = (): Promise<void> =>
    entries.submit(async ({ name, days }) => {
      const { data, error } = await make({ name, role, days: Number(days.normalize('NFKC')) });
      if (data) {
        entries.empty();
        onMade(data);
      }
      return error;
    });
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ErrorSummary key={entries.attempt} items={entries.summary} />
      <TextInput {...entries.control('name')} label={t('keys.name')} description={t('keys.name_hint')} />
      <Select
        label={t('keys.role')}
        description={t('keys.role_hint')}
        data={roles.map((id) => ({ value: id, label: roleName(id) }))}
        value={role}
        onChange={(chosen) => setRole(chosen ?? role)}
        allowDeselect={false}
        maxDropdownHeight={optionsHeight(Number(limits['select_menu_px']?.value))}
        data-nf-key-role
      />
      <TextInput
        {...entries.control('days')}
        label={t('keys.days')}
        description={t('keys.days_hint', { count: Number(limits['key_days']?.value) })}
        inputMode="numeric"
      />
      {entries.failure && <ActionFailure failure={entries.failure} onRetry={() => void submit()} />}
      <SaveButton busy={entries.busy}>{t('keys.make')}</SaveButton>
      <LeaveGuard
        when={entries.entered.name !== '' || entries.entered.days !== PLAN.initial.days}
        onSave={async () => {
          await submit();
          return false; // a key is shown once, here
        }}
        onDiscard={() => undefined}
        verb={t('keys.make')}
      />
    </form>
  );
}
