import type { FaultAnswer } from '@ninefold/model';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { NoPermission } from '../../kit/page/no-permission.tsx';
import { Page } from '../../kit/page/page.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import table from '../../kit/page/table.module.css';
import { toFailure } from '../../base/store/failure.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useFaultsQuery } from './faults-api.ts';
import classes from './faults.module.css';

const HEADINGS = ['at', 'message', 'times', 'handled', 'source', 'first'] as const;

/** Errors that pages, programs and the server have reported: one row for each cause, the newest first. */
export function FaultsScreen() {
  const { t } = useTexts();
  const { data, error, refetch } = useFaultsQuery();
  const failure = error === undefined ? null : toFailure(error);
  if (failure?.status === 403) return <NoPermission failure={failure} />;
  return (
    <Page title={t('faults.title')} screen="faults" breadcrumb={[{ text: t('faults.title') }]}>
      <p className={classes['lead']}>{t('faults.lead')}</p>
      {failure !== null && <ErrorBanner failure={failure} onRetry={() => void refetch()} />}
      {data === undefined && failure === null && <Loading />}
      {data?.items.length === 0 && <Empty kind="first-use" title={t('faults.none')} />}
      {data !== undefined && data.items.length > 0 && <Faults items={data.items} />}
    </Page>
  );
}

function Faults({ items }: { readonly items: readonly FaultAnswer[] }) {
  const { t } = useTexts();
  return (
    <Scroller className="nf-panel" label={t('faults.title')}>
      <table className={table['table']}>
        <thead>
          <tr>
            {HEADINGS.map((heading) => (
              <th key={heading} scope="col" className={heading === 'times' ? table['end'] : undefined}>
                {t(`faults.${heading}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((fault) => (
            <FaultRow key={fault.id} fault={fault} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function FaultRow({ fault }: { readonly fault: FaultAnswer }) {
  const { t } = useTexts();
  const format = useFormat();
  const handled = fault.handled === null ? 'unknown' : fault.handled ? 'yes' : 'no';
  return (
    <tr data-nf-fault={fault.id}>
      <td className={classes['at']}>
        <Moment at={fault.at} />
      </td>
      <th scope="row" className={classes['message']}>
        <bdi>{fault.message}</bdi>
      </th>
      <td className={table['end']}>{format.number(fault.times, 0)}</td>
      <td data-nf-handled={handled}>{t(`faults.handled_${handled}`)}</td>
      <td>{t(`faults.source_${fault.source}`)}</td>
      <td className={classes['at']}>
        <Moment at={fault.first} />
      </td>
    </tr>
  );
}

function Moment({ at }: { readonly at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.readInstant(at)}>
      {format.instant(at)}
    </time>
  );
}
