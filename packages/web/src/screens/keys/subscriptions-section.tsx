import type { SubscriptionAnswer } from '@ninefold/model';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import table from '../../kit/page/table.module.css';
import classes from './keys.module.css';
import { SubscriptionRow } from './subscription-row.tsx';
import { useSubscriptionsQuery } from './subscriptions-api.ts';

const HEADINGS = ['events', 'to', 'key', 'messages', 'actions'] as const;

/** What programs want to be told of, by the keys that the reader sees; nothing while no program does. */
export function SubscriptionsSection() {
  const { t } = useTexts();
  const { data, error, refetch } = useSubscriptionsQuery(undefined);
  return (
    <>
      {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
      {data !== undefined && data.length > 0 && (
        <>
          <h2 id="subscriptions">{t('subscriptions.title')}</h2>
          <p className={classes['lead']}>{t('subscriptions.lead')}</p>
          <SubscriptionTable items={data} />
        </>
      )}
    </>
  );
}

function SubscriptionTable({ items }: { readonly items: readonly SubscriptionAnswer[] }) {
  const { t } = useTexts();
  return (
    <Scroller className="nf-panel" label={t('subscriptions.title')}>
      <table className={`${table['table'] ?? ''} ${table['stacking'] ?? ''}`} aria-labelledby="subscriptions">
        <thead>
          <tr>
            {HEADINGS.map((name) => (
              <th key={name} scope="col">
                {t(`subscriptions.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <SubscriptionRow key={item.id} value={item} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
