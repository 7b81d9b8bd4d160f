import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { NotFoundScreen } from '../../kit/page/not-found-screen.tsx';
import { Page } from '../../kit/page/page.tsx';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { useFormat } from '../../base/format/use-format.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { DeputyAnswer } from '@ninefold/model';
import { useDeputiesQuery } from './deputies-api.ts';
import classes from './deputies.module.css';
import { DeputyRow } from './deputy-row.tsx';
import { NameDeputyForm } from './name-deputy-form.tsx';

/** Who approves in the reader's place on which days, in whose place the reader does, and the form for a new deputy. */
export function DeputiesScreen() {
  const { t } = useTexts();
  const { data, error, isLoading, refetch } = useDeputiesQuery(undefined);
  const failure = error === undefined ? null : toFailure(error);
  if (failure?.status === 404) return <NotFoundScreen />;
  return (
    <Page title={t('deputies.title')} screen="deputies" breadcrumb={[{ text: t('deputies.title') }]}>
      <p className={classes['lead']}>{t('deputies.lead')}</p>
      {failure && <ErrorBanner failure={failure} onRetry={() => void refetch()} />}
      {isLoading && <Loading />}
      {data?.own.length === 0 && <Empty kind="first-use" title={t('deputies.none')} />}
      {data && data.own.length > 0 && (
        <div className="nf-panel">
          <ul className={classes['list']} aria-label={t('deputies.title')}>
            {data.own.map((deputy) => (
              <DeputyRow key={deputy.id} value={deputy} />
            ))}
          </ul>
        </div>
      )}
      {data && data.others.length > 0 && <InPlaceOf people={data.others} />}
      {data && (
        <section className={`nf-panel ${classes['panel'] ?? ''}`} aria-labelledby="deputy-new">
          <h2 id="deputy-new">{t('deputies.new')}</h2>
          <NameDeputyForm today={data.today} />
        </section>
      )}
    </Page>
  );
}

/** In whose place the reader approves. */
function InPlaceOf({ people }: { readonly people: readonly DeputyAnswer[] }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <section className={`nf-panel ${classes['panel'] ?? ''}`} aria-labelledby="deputy-others">
      <h2 id="deputy-others">{t('deputies.others')}</h2>
      <ul className={classes['list']}>
        {people.map(({ id, person, from, until }) => (
          <li key={id} data-nf-stands-for={person.id}>
            <RecordLink entity="user" value={person} />
            <span>{t('deputies.days', { from: format.date(from), until: format.date(until) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
