import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { NoPermission } from '../../kit/page/no-permission.tsx';
import { Page } from '../../kit/page/page.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import table from '../../kit/page/table.module.css';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useAuditQuery } from './audit-api.ts';
import { filterIn, paramsOf, type AuditFilter } from './audit-filter.ts';
import { AuditFilterForm } from './audit-filter-form.tsx';
import { AuditRow } from './audit-row.tsx';
import classes from './audit.module.css';

const HEADINGS = ['at', 'act', 'by', 'about', 'address', 'details'] as const;

/** Acts on accounts, roles, keys and exports, newest first, and what narrows them. */
export function AuditScreen() {
  const { t } = useTexts();
  const [params, setParams] = useSearchParams();
  const filter = filterIn(params);
  const query = paramsOf(filter).toString();
  const { error } = useAuditQuery(query);
  const failure = error === undefined ? null : toFailure(error);
  if (failure?.status === 403) return <NoPermission failure={failure} />;
  return (
    <Page title={t('audit.title')} screen="audit" breadcrumb={[{ text: t('audit.title') }]}>
      <p className={classes['lead']}>{t('audit.lead')}</p>
      <AuditFilterForm key={query} filter={filter} onFilter={(chosen) => setParams(paramsOf(chosen))} />
      <AuditPages key={`pages ${query}`} query={query} none={noneText(filter)} />
    </Page>
  );
}

/** What is said where nothing is found: an empty log, a period that has no day, or a filter that may be mistyped. */
function noneText({ from, to, ...others }: AuditFilter): string {
  if (from !== '' && to !== '' && from > to) return 'audit.none_period';
  return [from, to, ...Object.values(others)].some((each) => each !== '') ? 'audit.none_filtered' : 'audit.none';
}

/** The pages of the log that were asked for so far, one below the other. */
function AuditPages({ query, none }: { readonly query: string; readonly none: string }) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<readonly string[]>(['']);
  const first = useAuditQuery(query);
  if (first.data?.items.length === 0) return <Empty kind="first-use" title={t(none)} />;
  return (
    <>
      <Scroller className="nf-panel" label={t('audit.title')}>
        <table className={`${table['table']} ${table['stacking']}`}>
          <thead>
            <tr>
              {HEADINGS.map((heading) => (
                <th key={heading} scope="col">
                  {t(`audit.${heading}`)}
                </th>
              ))}
            </tr>
          </thead>
          {asked.map((after) => (
            <AuditPage key={after} query={query} after={after} />
          ))}
        </table>
      </Scroller>
      <Older query={query} after={asked.at(-1) ?? ''} onMore={(next) => setAsked([...asked, next])} />
    </>
  );
}

interface PageProps {
  readonly query: string;
  /** The last entry of the page before; empty for the first page. */
  readonly after: string;
}

function useAuditPage({ query, after }: PageProps) {
  return useAuditQuery(after === '' ? query : [query, `after=${after}`].filter(Boolean).join('&'));
}

function AuditPage(page: PageProps) {
  const { data } = useAuditPage(page);
  return (
    <tbody>
      {data?.items.map((entry) => (
        <AuditRow key={entry.id} entry={entry} />
      ))}
    </tbody>
  );
}

/** The way to older entries, and what became of the last page that was asked for. */
function Older({ onMore, ...page }: PageProps & { readonly onMore: (next: string) => void }) {
  const { t } = useTexts();
  const { data, error, isLoading, refetch } = useAuditPage(page);
  const next = data?.next ?? null;
  if (isLoading) return <Loading />;
  if (error !== undefined) return <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />;
  if (next === null) return null;
  return (
    <Button variant="default" className={classes['more']} onClick={() => onMore(next)} data-nf-more>
      {t('audit.older')}
    </Button>
  );
}
