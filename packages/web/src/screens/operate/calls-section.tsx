import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CallState, LoggedCall } from '@ninefold/model';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { ActionFailure, ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import table from '../../kit/page/table.module.css';
import { useFormat } from '../../base/format/use-format.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { CallFindings, SilentSubscriptions } from './call-findings.tsx';
import { CallContent } from './call-content.tsx';
import classes from './operate.module.css';
import { StateChoice } from './state-choice.tsx';
import { useCallsQuery, useCallAgainMutation } from './operate-api.ts';

const STATES: readonly CallState[] = ['given_up', 'waiting', 'made'];

/** The calls to other systems, with what became of them: first those that ask for most. */
export function CallsSection() {
  const { t } = useTexts();
  const [asked, ask] = useState<{ readonly state: CallState | null; readonly after: string | null }>({
    state: null,
    after: null,
  });
  const { data, error, refetch } = useCallsQuery(asked);
  return (
    <section className={classes['section']} aria-labelledby="operate-calls">
      <h2 id="operate-calls">{t('operate.calls')}</h2>
      <p className={classes['lead']}>{t('operate.calls_lead')}</p>
      {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === undefined && <Loading />}
      {data !== undefined && (
        <>
          <CallFindings findings={data.findings} />
          <SilentSubscriptions silent={data.silent} />
          <StateChoice
            {...{ name: 'calls', states: STATES, counts: data.counts, state: data.state }}
            text={(state) => t(`operate.call_states.${state}`)}
            onChange={(state) => ask({ state, after: null })}
          />
          {data.items.length === 0 ? (
            <Empty kind="first-use" title={t(`operate.calls_none.${data.state}`)} />
          ) : (
            <CallTable label={t(`operate.call_states.${data.state}`)} items={data.items} mayRepeat />
          )}
          {data.next !== null && (
            <Button variant="default" onClick={() => ask({ state: data.state, after: data.next })}>
              {t('operate.calls_older')}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

interface CallTableProps {
  readonly label: string;
  readonly items: readonly LoggedCall[];
  readonly mayRepeat: boolean;
}

const HEADINGS = ['call', 'record', 'call_tried', 'call_result', 'next', 'actions'] as const;

/** Calls with what became of them. `mayRepeat`: whether the reader may have them made again. */
export function CallTable({ label, items, mayRepeat }: CallTableProps) {
  const { t } = useTexts();
  return (
    <Scroller className="nf-panel" label={label}>
      <table className={`${table['table']} ${table['stacking']}`} aria-label={label}>
        <thead>
          <tr>
            {HEADINGS.filter((name) => mayRepeat || name !== 'actions').map((name) => (
              <th key={name} scope="col">
                {t(`operate.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <CallRow key={item.id} item={item} mayRepeat={mayRepeat} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function CallRow({ item, mayRepeat }: { readonly item: LoggedCall; readonly mayRepeat: boolean }) {
  const { t, entity: named, call } = useTexts();
  const { instant, number } = useFormat();
  const [send, { error, isLoading }] = useCallAgainMutation();
  const { entity, record, tried, tries, next, paused, content } = item;
  const again = (): void => void send(item.id);
  return (
    <tr data-nf-call={item.call} data-nf-record={record?.id}>
      <th scope="row">
        {item.subscriber === null ? call('out', item.call) : t('operate.call_subscriber', { host: item.subscriber })}
        {content !== null && <CallContent id={item.id} content={content} />}
        {content === null && item.subscriber === null && (
          <p className={classes['closed']}>{t('operate.call_closed')}</p>
        )}
      </th>
      <td data-label={t('operate.record')}>
        {named(entity)} {record !== null && <RecordLink entity={entity} value={record} />}
      </td>
      <td data-label={t('operate.call_tried')}>
        {tried === null ? t('operate.call_not_tried') : instant(tried)}
        {tries > 1 && <div>{t('operate.call_tries', { count: tries, number: number(tries) })}</div>}
      </td>
      <td data-label={t('operate.call_result')}>
        <Result item={item} />
      </td>
      <td data-label={t('operate.next')}>{paused ? t('subscriptions.paused') : next === null ? '' : instant(next)}</td>
      {mayRepeat && (
        <td data-label={t('operate.actions')}>
          <Button size="xs" variant="default" loading={isLoading} onClick={again} data-nf-act="again">
            {t('operate.call_again')}
          </Button>
          {error !== undefined && <ActionFailure failure={toFailure(error)} onRetry={again} />}
        </td>
      )}
    </tr>
  );
}

function Result({ item: { status, failure, took, tried, state } }: { readonly item: LoggedCall }) {
  const { t } = useTexts();
  const { number } = useFormat();
  if (tried === null) return t(state === 'waiting' ? 'operate.call_first' : 'operate.call_not_tried');
  return (
    <>
      {failure !== null && <div>{t(`operate.call_failures.${failure}`)}</div>}
      <div>
        {status === null
          ? t('operate.call_took', { ms: number(took) })
          : t('operate.call_answered', { status: String(status), ms: number(took) })}
      </div>
    </>
  );
}
