import { Button, Select } from '@mantine/core';
import { MAIL_STATES, type MailAnswer, type MailsAnswer, type MailState } from '@ninefold/model';
import { useState } from 'react';
import { useFormat } from '../../base/format/use-format.ts';
import { useLimit } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import table from '../../kit/page/table.module.css';
import { MailRow } from './mail-row.tsx';
import classes from './operate.module.css';
import { useMailsQuery } from './operate-api.ts';

/** What became of mail: to whom and about what it is, and why it was not taken. Where no mail is sent, what would have been. */
export function MailSection() {
  const { t } = useTexts();
  const [state, setState] = useState<MailState | null>(null);
  const [after, setAfter] = useState<string | null>(null);
  // the server sends by itself
  const pollingInterval = useLimit('watch_ms');
  const { data, error, refetch } = useMailsQuery({ state, after }, { pollingInterval });
  const choose = (next: MailState): void => {
    setAfter(null);
    setState(next);
  };
  return (
    <section className={classes['section']} aria-labelledby="operate-mail">
      <h2 id="operate-mail">{t('operate.mail.title')}</h2>
      <p className={classes['lead']}>{t('operate.mail.lead')}</p>
      {data?.sends === false && <p className={classes['lead']}>{t('operate.mail.not_sent')}</p>}
      {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === undefined && <Loading />}
      {data !== undefined && (
        <>
          <StateChoice counts={data.counts} state={data.state} onChange={choose} />
          {data.items.length === 0 ? (
            <Empty kind="first-use" title={t(`operate.mail.none.${data.state}`)} />
          ) : (
            <MailTable state={data.state} items={data.items} />
          )}
          <Pages after={after} next={data.next} onChange={setAfter} />
        </>
      )}
    </section>
  );
}

interface StateChoiceProps {
  readonly counts: MailsAnswer['counts'];
  readonly state: MailState;
  readonly onChange: (state: MailState) => void;
}

function StateChoice({ counts, state, onChange }: StateChoiceProps) {
  const { t } = useTexts();
  const { number } = useFormat();
  const data = MAIL_STATES.map((value) => ({
    value,
    label: t('operate.timers_counted', { state: t(`operate.mail.states.${value}`), number: number(counts[value]) }),
  }));
  return (
    <Select
      label={t('operate.timers_shown')}
      data={data}
      value={state}
      allowDeselect={false}
      onChange={(value) => value !== null && onChange(value)}
      className={classes['choice']}
      data-nf-mails={state}
    />
  );
}

const HEADINGS = ['person', 'about', 'at', 'state', 'acts'] as const;

function MailTable({ state, items }: { readonly state: MailState; readonly items: readonly MailAnswer[] }) {
  const { t } = useTexts();
  return (
    <Scroller className="nf-panel" label={t(`operate.mail.states.${state}`)}>
      <table className={`${table['table']} ${table['stacking']}`} aria-labelledby="operate-mail">
        <thead>
          <tr>
            {HEADINGS.map((name) => (
              <th key={name} scope="col">
                {t(`operate.mail.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <MailRow key={item.id} item={item} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

interface PagesProps {
  readonly after: string | null;
  readonly next: string | null;
  readonly onChange: (after: string | null) => void;
}

/** The ways to what is older, and back to the newest. */
function Pages({ after, next, onChange }: PagesProps) {
  const { t } = useTexts();
  if (after === null && next === null) return null;
  return (
    <div className={classes['actions']}>
      {after !== null && (
        <Button variant="default" size="xs" onClick={() => onChange(null)}>
          {t('inbox.newest')}
        </Button>
      )}
      {next !== null && (
        <Button variant="default" size="xs" onClick={() => onChange(next)}>
          {t('operate.mail.older')}
        </Button>
      )}
    </div>
  );
}
