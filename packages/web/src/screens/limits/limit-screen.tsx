import type { LimitEntry, LimitPage } from '@ninefold/model';
import { useParams } from 'react-router';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { LimitValue } from '../../fields/messages/limit-value.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { NotFoundScreen } from '../../kit/page/not-found-screen.tsx';
import { Page } from '../../kit/page/page.tsx';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { LimitUses } from './limit-uses.tsx';
import { useLimitQuery } from './limits-api.ts';
import classes from './limits.module.css';
import { SetLimitForm } from './set-limit-form.tsx';

/** One limit: what it is, what is worked out from it, and for who may set it the form and what it was before. */
export function LimitScreen() {
  const { id = '' } = useParams();
  const { limits } = useModel();
  const limit = Object.hasOwn(limits, id) ? limits[id] : undefined;
  return limit === undefined || limit.runtime ? <NotFoundScreen /> : <LimitView limit={limit} />;
}

function LimitView({ limit }: { readonly limit: LimitEntry }) {
  const { t, limit: name, limitNote } = useTexts();
  const { data, error, isLoading, refetch } = useLimitQuery(limit.id);
  const title = name(limit.id);
  const note = limitNote(limit.id);
  return (
    <Page title={title} screen="limit" breadcrumb={[{ text: t('limits.title'), to: '/_/limits' }, { text: title }]}>
      {note !== null && <p className={classes['lead']}>{note}</p>}
      {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
      {isLoading && <Loading />}
      {data !== undefined && (
        <>
          <section className={`nf-panel ${classes['panel'] ?? ''}`} aria-labelledby="limit-value">
            <h2 id="limit-value">{t('limit_page.value')}</h2>
            <div data-nf-limit-now>
              <LimitValue limit={limit} />
            </div>
            {data.specified !== null && <Specified limit={limit} specified={data.specified} />}
          </section>
          <LimitUses limit={limit.id} uses={data.uses} />
          {data.editable && (
            <section className={`nf-panel ${classes['panel'] ?? ''}`} aria-labelledby="limit-set">
              <h2 id="limit-set">{t('limit_page.set')}</h2>
              <SetLimitForm limit={limit} version={data.version} />
            </section>
          )}
          {data.history.length > 0 && <History limit={limit} history={data.history} />}
        </>
      )}
    </Page>
  );
}

/** That the limit was set while the application ran, and what the specification says. */
function Specified({
  limit,
  specified: { value = null, values = [] },
}: {
  readonly limit: LimitEntry;
  readonly specified: NonNullable<LimitPage['specified']>;
}) {
  const { t } = useTexts();
  return (
    <div className={classes['specified']} data-nf-limit-specified>
      <p>{t('limit_page.set_while_running')}</p>
      <LimitValue limit={{ ...limit, value, dated: values }} />
    </div>
  );
}

/** What the limit was set to, the last first. */
function History({ limit, history }: { readonly limit: LimitEntry; readonly history: LimitPage['history'] }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <section className={`nf-panel ${classes['panel'] ?? ''}`} aria-labelledby="limit-history">
      <h2 id="limit-history">{t('limit_page.history')}</h2>
      <ol className={classes['history']}>
        {history.map(({ version, at, by, value = null, values = [] }) => (
          <li key={version} data-nf-limit-version={version}>
            <LimitValue limit={{ ...limit, value, dated: values }} />
            <span className={classes['by']}>
              <RecordLink entity="user" value={by} />
              <time dateTime={at}>{format.instant(at)}</time>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
