import { NativeSelect } from '@mantine/core';
import { toFailure } from '../../base/store/failure.ts';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { useChooseMailZoneMutation } from './inbox-api.ts';
import classes from './inbox.module.css';

const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

interface MailZoneProps {
  /** The zone that was chosen; null: that of the application. */
  readonly zone: string | null;
}

/** The time zone in which the reader wants their mail. */
export function MailZone({ zone }: MailZoneProps) {
  const { t } = useTexts();
  const { timeZone } = useModel();
  const [choose, { error, isLoading, isSuccess, originalArgs }] = useChooseMailZoneMutation();
  // what was chosen stays chosen while it is on its way, and where it failed
  const chosen = isSuccess || originalArgs === undefined ? zone : originalArgs.time_zone;
  const save = (time_zone: string | null): void => void choose({ time_zone });
  const own = chosen === null || ZONES.includes(chosen) ? [] : [chosen]; // another name of a zone
  return (
    <fieldset className={`nf-panel ${classes['choice'] ?? ''}`} data-nf-mail-zone>
      <legend>{t('inbox.choose.zone')}</legend>
      <NativeSelect
        aria-label={t('inbox.choose.zone')}
        data={[{ value: '', label: t('inbox.choose.zone_of_app', { zone: timeZone }) }, ...own, ...ZONES]}
        value={chosen ?? ''}
        disabled={isLoading}
        onChange={(event) => save(event.currentTarget.value || null)}
      />
      <output className={classes['quiet']}>{isSuccess ? t('inbox.choose.saved') : ''}</output>
      {error !== undefined && <ActionFailure failure={toFailure(error)} onRetry={() => save(chosen)} />}
    </fieldset>
  );
}
