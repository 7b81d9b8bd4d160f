import { Button, Group, Select, TextInput } from '@mantine/core';
import { AUDIT_ACTS } from '@ninefold/model';
import { useState } from 'react';
import { useModel } from '../../base/model/use-model.ts';
import { useTypeAhead } from '../../kit/controls/use-type-ahead.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { filterIn, type AuditFilter } from './audit-filter.ts';
import { DayInput, isDayOrNone } from './day-input.tsx';
import classes from './audit.module.css';

interface AuditFilterFormProps {
  readonly filter: AuditFilter;
  readonly onFilter: (filter: AuditFilter) => void;
}

/** What narrows the log. It acts when it is sent. */
export function AuditFilterForm({ filter, onFilter }: AuditFilterFormProps) {
  const { t } = useTexts();
  const { limits } = useModel();
  const typeAhead = useTypeAhead();
  const [typed, setTyped] = useState(filter);
  const [tried, setTried] = useState(false);
  // What was typed and not sent is in no address.
  const clear = (): void => {
    const none = filterIn(new URLSearchParams());
    setTyped(none);
    setTried(false);
    onFilter(none);
  };
  const control = (name: keyof AuditFilter) => ({
    id: `audit-${name}`,
    label: t(`audit.filter_${name}`),
    value: typed[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget;
      setTyped((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <form
      noValidate
      className={classes['filter']}
      aria-label={t('audit.filter')}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isDayOrNone(typed.from) && isDayOrNone(typed.to)) onFilter(typed);
      }}
    >
      {(['from', 'to'] as const).map((name) => (
        <DayInput
          key={name}
          id={`audit-${name}`}
          label={t(`audit.filter_${name}`)}
          value={typed[name]}
          tried={tried}
          onChange={(day) => setTyped((before) => ({ ...before, [name]: day }))}
        />
      ))}
      <Select
        id="audit-act"
        label={t('audit.filter_act')}
        placeholder={t('audit.any')}
        data={AUDIT_ACTS.map((act) => ({ value: act, label: t(`audit.acts.${act}`) }))}
        value={typed.act === '' ? null : typed.act}
        onChange={(act) => setTyped((before) => ({ ...before, act: act ?? '' }))}
        onKeyDown={typeAhead}
        maxDropdownHeight={Number(limits['select_menu_px']?.value)}
        clearable
        clearButtonProps={{ 'aria-label': t('audit.any') }}
        data-nf-filter="act"
      />
      <TextInput {...control('person')} inputMode="email" autoComplete="off" />
      <TextInput {...control('address')} autoComplete="off" />
      <Group>
        <Button type="submit" data-nf-show>
          {t('audit.show')}
        </Button>
        <Button variant="default" onClick={clear} data-nf-clear>
          {t('audit.clear')}
        </Button>
      </Group>
    </form>
  );
}
