import { Button } from '@mantine/core';
import { useState } from 'react';
import { IN_CALL_STATES, runtimeLimit, type InCallState, type LoggedInCall } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { StuckReasons } from '../../fields/messages/stuck-reasons.tsx';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import table from '../../kit/page/table.module.css';
import classes from './operate.module.css';
import { useInCallsQuery } from './operate-api.ts';
import { StateChoice } from './state-choice.tsx';

/** The calls of other systems: first those that were refused, and why; where there are none, those that were done. */
export function InCallsSection() {
  const { t } = useTexts();
  const [asked, ask] = useState<{ readonly state: InCallState | null; readonly after: string | null }>({
    state: null,
    after: null,
  });
  const { data, error, refetch } = useInCallsQuery(asked);
  return (
    <section className={classes['section']} aria-labelledby="operate-in-calls">
      <h2 id="operate-in-calls">{t('operate.in_calls')}</h2>
      <p className={classes['lead']}>{t('operate.in_calls_lead')}</p>
      {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === undefined && <Loading />}
      {data !== undefined && (
        <>
          <StateChoice
            {...{ name: 'in-calls', states: IN_CALL_STATES, counts: data.counts, state: data.state }}
            text={(state) => t(`operate.in_call_states.${state}`)}
            onChange={(state) => ask({ state, after: null })}
          />
          {data.items.length === 0 ? (
            <Empty kind="first-use" title={t(`operate.in_calls_none.${data.state}`)} />
          ) : (
            <InCallTable state={data.state} items={data.items} />
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

const HEADINGS = ['in_call', 'in_call_last', 'in_call_result'] as const;

function InCallTable({ state, items }: { readonly state: InCallState; readonly items: readonly LoggedInCall[] }) {
  const { t } = useTexts();
  return (
    <Scroller className="nf-panel" label={t(`operate.in_call_states.${state}`)}>
      <table className={`${table['table']} ${table['stacking']}`} aria-labelledby="operate-in-calls">
        <thead>
          <tr>
            {HEADINGS.map((name) => (
              <th key={name} scope="col">
                {t(`operate.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <InCallRow key={item.id} item={item} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function InCallRow({ item }: { readonly item: LoggedInCall }) {
  const { t, entity: named, call: callName } = useTexts();
  const { instant, number } = useFormat();
  const { call, entity, record, last, times, code, problems } = item;
  const max = runtimeLimit(useModel(), 'in_call_bytes');
  const params = code === 'too_large' ? { max } : {};
  return (
    <tr data-nf-in-call={call}>
      <th scope="row">{callName('in', call)}</th>
      <td data-label={t('operate.in_call_last')}>
        {instant(last)}
        {times > 1 && <div>{t('operate.in_call_times', { count: times, number: number(times) })}</div>}
      </td>
      <td data-label={t('operate.in_call_result')}>
        {code === null ? (
          <>
            {named(entity)} {record !== null && <RecordLink entity={entity} value={record} />}
          </>
        ) : (
          <StuckReasons entity={entity} reason={{ code, problems }} coded params={params} />
        )}
      </td>
    </tr>
  );
}
