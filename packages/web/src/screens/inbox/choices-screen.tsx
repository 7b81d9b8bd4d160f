import { Checkbox, Select } from '@mantine/core';
import { MAIL_CHOICES, type NotificationChoice } from '@ninefold/model';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure, ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Page } from '../../kit/page/page.tsx';
import { useChooseNotificationsMutation, useNotificationChoicesQuery } from './inbox-api.ts';
import classes from './inbox.module.css';
import { MailZone } from './mail-zone.tsx';

/** How the reader wants to be told of each kind. */
export function ChoicesScreen() {
  const { t } = useTexts();
  const { data, error, refetch } = useNotificationChoicesQuery(undefined);
  const failure = error === undefined ? null : toFailure(error);
  const trail = [{ text: t('inbox.title'), to: '/_/inbox' }, { text: t('inbox.choose.title') }];
  return (
    <Page title={t('inbox.choose.title')} screen="inbox_choices" breadcrumb={trail}>
      <p className={classes['lead']}>{t('inbox.choose.lead')}</p>
      {data?.mail === false && <p className={classes['lead']}>{t('inbox.choose.no_mail')}</p>}
      {failure !== null && <ErrorBanner failure={failure} onRetry={() => void refetch()} />}
      {data === undefined && failure === null && <Loading />}
      {data?.items.map((choice) => (
        <Choice key={choice.kind} choice={choice} />
      ))}
      {data !== undefined && <MailZone zone={data.time_zone} />}
    </Page>
  );
}

function Choice({ choice }: { readonly choice: NotificationChoice }) {
  const { t } = useTexts();
  const [choose, { error, isLoading, isSuccess, originalArgs }] = useChooseNotificationsMutation();
  // what was chosen stays chosen while it is on its way, and where it failed
  const { kind, inbox, mail } = isSuccess ? choice : (originalArgs ?? choice);
  const save = (changed: Partial<NotificationChoice>): void => void choose({ kind, inbox, mail, ...changed });
  const mails = MAIL_CHOICES.map((value) => ({ value, label: t(`inbox.choose.${value}`) }));
  return (
    <fieldset className={`nf-panel ${classes['choice'] ?? ''}`} data-nf-choice={kind}>
      <legend>{t(`inbox.kinds.${kind}`)}</legend>
      <Checkbox
        label={t('inbox.choose.here')}
        checked={inbox}
        disabled={isLoading}
        onChange={(event) => save({ inbox: event.currentTarget.checked })}
      />
      <Select
        label={t('inbox.choose.mail')}
        data={mails}
        value={mail}
        allowDeselect={false}
        disabled={isLoading}
        onChange={(value) => save({ mail: MAIL_CHOICES.find((one) => one === value) ?? mail })}
      />
      <output className={classes['quiet']}>{isSuccess ? t('inbox.choose.saved') : ''}</output>
      {error !== undefined && <ActionFailure failure={toFailure(error)} onRetry={() => save({})} />}
    </fieldset>
  );
}
