import { Button } from '@mantine/core';
import { MAIL_STATES, type MailAnswer, type MailState } from '@ninefold/model';
import { useState } from 'react';
import { useLimit } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import table from '../../kit/page/table.module.css';
import { StateChoice } from './state-choice.tsx';
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
  if (state === null && data !== undefined) setState(data.state); // what comes later changes nobody's list under their hands
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
          <StateChoice
            {...{ name: 'mails', states: MAIL_STATES, counts: data.counts, state: data.state }}
            text={(one) => t(`operate.mail.states.${one}`)}
            onChange={choose}
          />
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
