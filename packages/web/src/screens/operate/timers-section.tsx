import { useState } from 'react';
import type { ListedTimer, TimerState } from '@ninefold/model';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import table from '../../kit/page/table.module.css';
import { useFormat } from '../../base/format/use-format.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { StuckReasons } from '../../fields/messages/stuck-reasons.tsx';
import classes from './operate.module.css';
import { StateChoice } from './state-choice.tsx';
import { useTimersQuery } from './operate-api.ts';

const STATES: readonly TimerState[] = ['stuck', 'waiting', 'planned'];

/** The timers of records: first those that are stuck, with what refuses them. */
export function TimersSection() {
  const { t } = useTexts();
  const [state, setState] = useState<TimerState>('stuck');
  const { data, error, refetch } = useTimersQuery(state);
  return (
    <section className={classes['section']} aria-labelledby="operate-timers">
      <h2 id="operate-timers">{t('operate.timers')}</h2>
      <p className={classes['lead']}>{t('operate.timers_lead')}</p>
      {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === undefined && <Loading />}
      {data !== undefined && (
        <>
          <StateChoice
            {...{ name: 'timers', states: STATES, counts: data.counts, state }}
            text={(one) => t(`operate.timer_states.${one}`)}
            onChange={setState}
          />
          {data.items.length === 0 ? (
            <Empty kind="first-use" title={t(`operate.timers_none.${state}`)} />
          ) : (
            <TimerTable state={state} items={data.items} />
          )}
        </>
      )}
    </section>
  );
}

const HEADINGS = ['record', 'timer', 'due', 'reason', 'next'] as const;

function TimerTable({ state, items }: { readonly state: TimerState; readonly items: readonly ListedTimer[] }) {
  const { t } = useTexts();
  return (
    <Scroller className="nf-panel" label={t(`operate.timer_states.${state}`)}>
      <table className={`${table['table']} ${table['stacking']}`} aria-labelledby="operate-timers">
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
            <TimerRow
              key={`${item.record?.id ?? item.entity} ${item.transition ?? ''} ${item.reaction ?? ''}`}
              item={item}
            />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function TimerRow({ item }: { readonly item: ListedTimer }) {
  const { t, entity: named, transition, reaction } = useTexts();
  const { instant } = useFormat();
  const { entity, record, due, next, state } = item;
  const id = item.transition ?? item.reaction ?? '';
  return (
    <tr data-nf-timer={id} data-nf-record={record?.id}>
      <th scope="row">
        {named(entity)} {record !== null && <RecordLink entity={entity} value={record} />}
      </th>
      <td data-label={t('operate.timer')}>{(item.transition === null ? reaction : transition)(entity, id)}</td>
      <td data-label={t('operate.due')}>{instant(due)}</td>
      <td data-label={t('operate.reason')}>
        {item.reason === null ? (
          t(`operate.timer_states.${state}`)
        ) : (
          <StuckReasons entity={entity} reason={item.reason} coded />
        )}
      </td>
      <td data-label={t('operate.next')}>{instant(next)}</td>
    </tr>
  );
}
