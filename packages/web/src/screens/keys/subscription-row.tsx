import { Button, Group } from '@mantine/core';
import type { SubscriptionAnswer } from '@ninefold/model';
import { useState } from 'react';
import { useFormat } from '../../base/format/use-format.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { usePauseSubscriptionMutation } from './subscriptions-api.ts';
import { useSilentParts } from './use-silent-parts.ts';
import { RemoveSubscription, ReplaySubscription } from './subscription-dialogs.tsx';

/** One subscription: of what it tells, to whom, how far that is, and what can be done with it. */
export function SubscriptionRow({ value }: { readonly value: SubscriptionAnswer }) {
  const { t, entityMany } = useTexts();
  const [asks, ask] = useState<'replay' | 'remove' | null>(null);
  const [pause, { error, isLoading }] = usePauseSubscriptionMutation();
  const { id, entity, where, when, url, key, paused } = value;
  const turn = (): void => void pause({ id, paused: !paused });
  return (
    <tr data-nf-subscription={id} data-nf-entity={entity}>
      <th scope="row">
        {t('error.summary_item', { field: entityMany(entity), text: useEventNames(value) })}
        {when !== null && (
          <div>
            <code>{when}</code>
          </div>
        )}
        {where !== null && (
          <div>
            <code>{where}</code>
          </div>
        )}
      </th>
      <td data-label={t('subscriptions.to')}>
        <bdi>{url}</bdi>
      </td>
      <td data-label={t('subscriptions.key')}>
        <bdi>{key.name}</bdi>
      </td>
      <td data-label={t('subscriptions.messages')}>
        <Standing value={value} />
      </td>
      <td data-label={t('subscriptions.actions')}>
        <Group gap={8}>
          <Button size="xs" variant="default" loading={isLoading} onClick={turn} data-nf-act="pause">
            {t(paused ? 'subscriptions.go_on' : 'subscriptions.pause')}
          </Button>
          <Button size="xs" variant="default" onClick={() => ask('replay')} data-nf-act="replay">
            {t('subscriptions.replay')}
          </Button>
          <Button size="xs" variant="default" onClick={() => ask('remove')} data-nf-act="remove">
            {t('subscriptions.remove')}
          </Button>
        </Group>
        {error !== undefined && <ActionFailure failure={toFailure(error)} onRetry={turn} />}
        {asks === 'replay' && <ReplaySubscription value={value} onClose={() => ask(null)} />}
        {asks === 'remove' && <RemoveSubscription value={value} onClose={() => ask(null)} />}
      </td>
    </tr>
  );
}

function useEventNames({ entity, events, transitions, when }: SubscriptionAnswer): string {
  const { t, transition, language } = useTexts();
  const names = [
    ...events.map((event) => t(`subscriptions.event.${event}`)),
    ...transitions.map((name) => transition(entity, name)),
    ...(when === null ? [] : [t('subscriptions.turned')]),
  ];
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}

function Standing({ value: { paused, usable, silent, counts } }: { readonly value: SubscriptionAnswer }) {
  const { t } = useTexts();
  const parts = useSilentParts();
  const { number } = useFormat();
  return (
    <>
      {!usable && <div>{t('subscriptions.unusable')}</div>}
      {usable && silent.length > 0 && <div data-nf-silent>{t('subscriptions.silent', { parts: parts(silent) })}</div>}
      {usable && paused && <div>{t('subscriptions.paused')}</div>}
      {(['waiting', 'given_up', 'made'] as const).map((state) =>
        counts[state] === 0 && state !== 'made' ? null : (
          <div key={state}>{t(`subscriptions.counts.${state}`, { number: number(counts[state]) })}</div>
        ),
      )}
    </>
  );
}
