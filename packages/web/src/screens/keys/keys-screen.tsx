import type { KeyMade } from '@ninefold/model';
import { useState } from 'react';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Page } from '../../kit/page/page.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import { CopyField } from '../../kit/controls/copy-field.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { NoPermission } from '../../kit/page/no-permission.tsx';
import pages from '../../kit/page/table.module.css';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { KeyRow } from './key-row.tsx';
import { useKeysQuery } from './keys-api.ts';
import classes from './keys.module.css';
import { SubscriptionsSection } from './subscriptions-section.tsx';
import { MakeKeyForm } from './make-key-form.tsx';

const HEADINGS = ['name', 'role', 'user', 'until', 'used'] as const;

/** The API keys of programs, and the form for a new one. */
export function KeysScreen() {
  const { t } = useTexts();
  const { data, error, isFetching, refetch } = useKeysQuery(undefined);
  const [made, setMade] = useState<KeyMade | null>(null);
  // The secret of a key that was removed opens nothing any more.
  const isThere = isFetching || data?.some(({ id }) => id === made?.key.id) === true;
  const failure = error === undefined ? null : toFailure(error);
  if (failure?.status === 403) return <NoPermission failure={failure} />;
  return (
    <Page title={t('keys.title')} screen="keys" breadcrumb={[{ text: t('keys.title') }]}>
      <p className={classes['lead']}>{t('keys.lead')}</p>
      {failure && <ErrorBanner failure={failure} onRetry={() => void refetch()} />}
      <KeyTable />
      <SubscriptionsSection />
      <section className={`nf-panel ${classes['panel'] ?? ''}`} aria-labelledby="key-new">
        <h2 id="key-new">{t('keys.new')}</h2>
        {made && isThere && (
          <div className={classes['made']} data-nf-key-made>
            <CopyField key={made.key.id} label={t('keys.secret', { name: made.key.name })} text={made.secret} />
            <p>{t('keys.secret_hint')}</p>
          </div>
        )}
        <MakeKeyForm onMade={setMade} />
      </section>
    </Page>
  );
}

function KeyTable() {
  const { t } = useTexts();
  const { data, isLoading } = useKeysQuery(undefined);
  if (isLoading) return <Loading />;
  if (!data) return null;
  if (data.length === 0) return <Empty kind="first-use" title={t('keys.none')} />;
  return (
    <Scroller className="nf-panel" label={t('keys.title')}>
      <table className={`${pages['table']} ${pages['stacking']}`}>
        <thead>
          <tr>
            {HEADINGS.map((heading) => (
              <th key={heading} scope="col">
                {t(`keys.${heading}`)}
              </th>
            ))}
            <th scope="col">{t('keys.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((key) => (
            <KeyRow key={key.id} value={key} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
