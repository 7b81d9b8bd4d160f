import { Button, Group, Select } from '@mantine/core';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import { unlessBusy } from '../../kit/dialogs/unless-busy.ts';
import type { SubscriptionAnswer } from '@ninefold/model';
import { useState, type ReactNode } from 'react';
import { useModel } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { optionsHeight } from '../../kit/controls/select-box.ts';
import classes from './keys.module.css';
import { useRemoveSubscriptionMutation, useReplaySubscriptionMutation } from './subscriptions-api.ts';

interface DialogProps {
  readonly value: SubscriptionAnswer;
  readonly onClose: () => void;
}

/** Hours before now from which messages are sent again. */
const HOURS = [1, 6, 24, 72, 168] as const;
const HOUR_MS = 3_600_000;
/** The server counts the days that it keeps at its own moment. */
const SPARE_MS = 60_000;

/** Asks from when on messages are sent again, and says how many were. */
export function ReplaySubscription({ value: { id }, onClose }: DialogProps) {
  const { t } = useTexts();
  const { limits } = useModel();
  const kept = Number(limits['event_days']?.value) * 24;
  const [hours, setHours] = useState('1');
  const [replay, { data, error, isLoading }] = useReplaySubscriptionMutation();
  const close = (): void => unlessBusy({ busy: isLoading }, onClose);
  const send = (): void => {
    const back = Number(hours) * HOUR_MS - (Number(hours) === kept ? SPARE_MS : 0);
    void replay({ id, from: new Date(Date.now() - back).toISOString() });
  };
  const title = t('subscriptions.replay_title');
  if (data !== undefined)
    return (
      <Dialog opened title={title} onClose={onClose}>
        <output data-nf-replayed>{t('subscriptions.replayed', { count: data.count })}</output>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('dialog.close')}</Button>
        </Group>
      </Dialog>
    );
  return (
    <Dialog opened title={title} onClose={close}>
      <form
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isLoading) send();
        }}
      >
        <p>{t('subscriptions.replay_text')}</p>
        <Select
          label={t('subscriptions.replay_from')}
          data={HOURS.filter((one) => one <= kept).map((one) => ({
            value: String(one),
            label: t(`subscriptions.hours.${one}`),
          }))}
          data-autofocus
          value={hours}
          onChange={(chosen) => setHours(chosen ?? hours)}
          allowDeselect={false}
          maxDropdownHeight={optionsHeight(Number(limits['select_menu_px']?.value))}
        />
        {error !== undefined && <ActionFailure failure={toFailure(error)} onRetry={send} />}
        <Buttons onClose={close}>
          <Button type="submit" aria-busy={isLoading} data-nf-save>
            {t('subscriptions.replay_send')}
          </Button>
        </Buttons>
      </form>
    </Dialog>
  );
}

/** Asks whether a subscription is to end. */
export function RemoveSubscription({ value: { id }, onClose }: DialogProps) {
  const { t } = useTexts();
  const [remove, { error, isLoading }] = useRemoveSubscriptionMutation();
  const close = (): void => unlessBusy({ busy: isLoading }, onClose);
  return (
    <Dialog opened title={t('subscriptions.remove_title')} onClose={close}>
      <form
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isLoading) void remove(id);
        }}
      >
        <p>{t('subscriptions.remove_text')}</p>
        {error !== undefined && <ActionFailure failure={toFailure(error)} onRetry={() => void remove(id)} />}
        <Buttons onClose={close}>
          <Button type="submit" color="danger" aria-busy={isLoading} data-nf-save>
            {t('subscriptions.remove')}
          </Button>
        </Buttons>
      </form>
    </Dialog>
  );
}

function Buttons({ onClose, children }: Omit<DialogProps, 'value'> & { children: ReactNode }) {
  const { t } = useTexts();
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {t('form.cancel')}
      </Button>
      {children}
    </Group>
  );
}
